/**
 * Lists the releases, the newest first, with what each changes for users and what an administrator must do. The page
 * shows these texts; `CHANGELOG.md` and the notes of an archive are made from the English ones. The newest version is
 * that of `package.json`.
 */
import type { Language } from '../kit/languages.ts';

export type ReleaseText = Readonly<Record<Language, string>>;

export type Release = {
  /** Semantic: the third number for corrections, the second for additions, the first for what users must learn anew. */
  readonly version: string;
  /** The lowest installed version from which `install.sh` upgrades to this one. */
  readonly upgrades_from: string;
  readonly for_users: readonly ReleaseText[];
  readonly for_administrators: readonly ReleaseText[];
};

export const releases: readonly [Release, ...Release[]] = [
  {
    version: '0.1.0',
    upgrades_from: '0.1.0',
    for_users: [
      {
        en: 'The first release: uploading, reading, measuring, reporting and verifying recordings of one to twelve leads.',
        ja: '最初のリリースです。1～12誘導の記録のアップロード、判読、計測、報告書の作成、承認ができます。',
        ko: '첫 번째 릴리스입니다. 1~12유도 기록의 업로드, 판독, 측정, 보고서 작성, 검증을 할 수 있습니다.',
        zh: '首个版本：可上传、判读、测量、生成报告并复核一至十二导联的记录。',
      },
      {
        en: 'The footer shows the version; it opens these release notes.',
        ja: 'フッターにバージョンが表示され、このリリースノートを開きます。',
        ko: '바닥글에 버전이 표시되며, 누르면 이 릴리스 노트가 열립니다.',
        zh: '页脚显示版本号，点击可打开此版本说明。',
      },
    ],
    for_administrators: [
      {
        en: 'A release is an archive that is installed with install.sh, without a network. A checkout keeps working; to change over, restore a backup of it into the new installation.',
        ja: 'リリースはアーカイブで、ネットワークなしに install.sh でインストールします。チェックアウトは引き続き使えます。移行するには、そのバックアップを新しいインストールに復元してください。',
        ko: '릴리스는 아카이브이며 네트워크 없이 install.sh로 설치합니다. 체크아웃은 계속 작동합니다. 전환하려면 그 백업을 새 설치에 복원하세요.',
        zh: '发行版是一个归档文件，无需网络即可用 install.sh 安装。代码检出仍可使用；如需迁移，请将其备份恢复到新安装中。',
      },
      {
        en: 'The server can encrypt by itself: set TLS_CERT_FILE, TLS_KEY_FILE and, for unencrypted requests, HTTP_REDIRECT_PORT. A renewed certificate is used without a restart, also for HL7 v2.',
        ja: 'サーバー自身で暗号化できます。TLS_CERT_FILE と TLS_KEY_FILE を設定し、暗号化されていない要求には HTTP_REDIRECT_PORT を設定してください。更新された証明書は、HL7 v2 のものも再起動なしで使われます。',
        ko: '서버가 직접 암호화할 수 있습니다. TLS_CERT_FILE과 TLS_KEY_FILE을 설정하고, 암호화되지 않은 요청에는 HTTP_REDIRECT_PORT를 설정하세요. 갱신된 인증서는 HL7 v2용도 다시 시작하지 않아도 사용됩니다.',
        zh: '服务器可自行加密：请设置 TLS_CERT_FILE 和 TLS_KEY_FILE，未加密的请求可设置 HTTP_REDIRECT_PORT。更新后的证书（包括 HL7 v2 的）无需重启即可使用。',
      },
      {
        en: 'TRUST_PROXY can list the addresses of your proxies. Only these are then trusted for the address of a user. TRUST_PROXY=true works as before.',
        ja: 'TRUST_PROXY にプロキシのアドレスを列挙できます。利用者のアドレスについては、これらのプロキシだけが信頼されます。TRUST_PROXY=true はこれまでどおり使えます。',
        ko: 'TRUST_PROXY에 프록시 주소를 나열할 수 있습니다. 사용자 주소에 대해서는 이 프록시만 신뢰합니다. TRUST_PROXY=true는 이전과 같이 작동합니다.',
        zh: 'TRUST_PROXY 可列出代理的地址。关于用户地址，仅信任这些代理。TRUST_PROXY=true 的用法与以前相同。',
      },
      {
        en: 'The product can be under a path of a host that it shares: set PUBLIC_URL with the path, such as https://apps.hospital.example/rhythmdesk. A PUBLIC_URL with a query, a fragment or a user is refused.',
        ja: '他の製品と共有するホストのパスの下でも使えます。PUBLIC_URL に https://apps.hospital.example/rhythmdesk のようにパスを含めて設定してください。クエリ、フラグメント、ユーザー名を含む PUBLIC_URL は使えません。',
        ko: '다른 제품과 공유하는 호스트의 경로 아래에서도 사용할 수 있습니다. PUBLIC_URL에 https://apps.hospital.example/rhythmdesk처럼 경로를 포함해 설정하세요. 쿼리, 프래그먼트, 사용자 이름이 있는 PUBLIC_URL은 사용할 수 없습니다.',
        zh: '可部署在共用主机的某个路径下：请在 PUBLIC_URL 中包含该路径，例如 https://apps.hospital.example/rhythmdesk。带有查询、片段或用户名的 PUBLIC_URL 不被接受。',
      },
    ],
  },
];
