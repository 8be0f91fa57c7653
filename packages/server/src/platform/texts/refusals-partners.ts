/** Contains the error messages about partners and API keys, in every language. */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';

type PartnerCode = Extract<RefusalCode, `partner/${string}` | `key/${string}`>;

export const partnerRefusals = {
  en: {
    'partner/stale-version': 'Another user has changed this partner. Please check it again.',
    'partner/user-unfit':
      'This user cannot create, change and close cases of the institution. Enter a doctor of the institution.',
    'partner/sender-unproven':
      'Enter the addresses that orders may come from, or the fingerprint of the certificate that the sender uses.',
    'partner/address-refused':
      'This address is not allowed. Webhooks are sent by https to public addresses; the operator can allow others.',
    'partner/not-again': 'This message cannot be taken again.',
    'key/kind': 'Keys are for hospitals, carriers, centers and distributers.',
    'key/level': 'Your level is below that of a key of this institution.',
    'key/scope': 'A key of this institution cannot have this scope.',
    'key/over': 'This key is no longer valid. Create a new one.',
    'key/too-many': 'This institution has 50 valid keys. Revoke one that is not used.',
  },
  ja: {
    'partner/stale-version': 'ほかのユーザーがこの連携先を変更しました。もう一度ご確認ください。',
    'partner/user-unfit':
      'このユーザーは施設の症例を作成、変更、終了できません。施設の医師を入力してください。',
    'partner/sender-unproven':
      'オーダーの送信元アドレス、または送信元証明書のフィンガープリントを入力してください。',
    'partner/address-refused':
      'このアドレスには送信できません。Webhookの送信先は、httpsの公開アドレスに限られます。その他は運用担当者が許可できます。',
    'partner/not-again': 'このメッセージは再処理できません。',
    'key/kind': 'APIキーは、病院、運送会社、センター、販売代理店で作成できます。',
    'key/level': 'この機関のAPIキーを作成するには、権限レベルが不足しています。',
    'key/scope': 'この機関のAPIキーには、このスコープを設定できません。',
    'key/over': 'このAPIキーは無効です。新しいキーを作成してください。',
    'key/too-many': 'この機関には有効なAPIキーが50個あります。使用していないキーを失効させてください。',
  },
  ko: {
    'partner/stale-version': '다른 사용자가 이 연계처를 변경했습니다. 다시 확인해 주세요.',
    'partner/user-unfit':
      '이 사용자는 기관의 케이스를 생성, 변경, 종료할 수 없습니다. 기관의 의사를 입력해 주세요.',
    'partner/sender-unproven': '오더를 보내는 주소 또는 송신 측 인증서의 지문을 입력해 주세요.',
    'partner/address-refused':
      '이 주소로는 보낼 수 없습니다. 웹훅은 https 공개 주소로만 보냅니다. 다른 주소는 운영자가 허용할 수 있습니다.',
    'partner/not-again': '이 메시지는 다시 처리할 수 없습니다.',
    'key/kind': 'API 키는 병원, 운송사, 센터, 유통사만 만들 수 있습니다.',
    'key/level': '이 기관의 API 키를 만들기에는 권한 레벨이 낮습니다.',
    'key/scope': '이 기관의 API 키에는 이 범위를 줄 수 없습니다.',
    'key/over': '이 API 키는 더 이상 유효하지 않습니다. 새 키를 만드세요.',
    'key/too-many': '이 기관에는 유효한 API 키가 50개 있습니다. 사용하지 않는 키를 폐기하세요.',
  },
  zh: {
    'partner/stale-version': '其他用户已更改此对接方。请重新确认。',
    'partner/user-unfit': '该用户无法创建、更改和关闭该机构的病例。请输入该机构的医生。',
    'partner/sender-unproven': '请输入允许发送医嘱的地址，或发送方证书的指纹。',
    'partner/address-refused':
      '不允许使用此地址。Webhook 仅通过 https 发送到公网地址；其他地址可由运维人员放行。',
    'partner/not-again': '此消息无法重新处理。',
    'key/kind': '只有医院、物流、中心和经销商可以创建 API 密钥。',
    'key/level': '您的级别不足以为该机构创建 API 密钥。',
    'key/scope': '该机构的 API 密钥不能包含此权限范围。',
    'key/over': '此 API 密钥已失效，请创建新的密钥。',
    'key/too-many': '该机构已有 50 个有效的 API 密钥，请吊销不再使用的密钥。',
  },
} as const satisfies Record<Language, Record<PartnerCode, string>>;
