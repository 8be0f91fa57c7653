/** Contains the error messages about the keys, programs, orders and partners of other systems in every language. */
export const systemRefusals = {
  en: {
    'partner/stale-version': 'Another user has changed this partner. Please check it again.',
    'partner/user-unfit':
      'This user cannot create, change and close cases of the institution. Enter a doctor of the institution.',
    'partner/sender-unproven':
      'Enter the addresses that orders may come from, or the fingerprint of the certificate that the sender uses.',
    'partner/address-refused':
      'This address is not allowed. Webhooks are sent by https to public addresses; the operator can allow others.',
    'partner/not-again': 'This message cannot be taken again.',
    'order/identifier-taken': 'Another order already has this identifier.',
    'order/status': 'A new order is draft or active.',
    'order/subject': 'The reference leads to no patient in this request or of the sender.',
    'key/kind': 'Keys are for hospitals, carriers, centers and distributers.',
    'key/level': 'Your level is below that of a key of this institution.',
    'key/scope': 'A key of this institution cannot have this scope.',
    'key/over': 'This key is no longer valid. Create a new one.',
    'key/too-many': 'This institution has 50 valid keys. Revoke one that is not used.',
    'smart/client-unknown': 'This program is not registered here, or was revoked.',
    'smart/assertion':
      'The signed request is not valid. Check its signature, kid, iss, sub, aud (the token endpoint), jti and exp (at most five minutes ahead).',
    'smart/replayed': 'This signed request was used before. Each needs a jti of its own.',
    'smart/scope': 'The program is registered with none of the requested scopes.',
    'smart/keys':
      'Public keys are RSA of 2048 bits or more (RS384) or EC P-384 (ES384), each with a kid of its own.',
    'smart/private-key': 'This is a private key. Register only public keys, and replace this one.',
    'smart/over': 'This program was revoked. Register a new one.',
    'smart/too-many': 'This institution has 20 programs. Revoke one that is not used.',
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
    'order/identifier-taken': 'この識別子は別のオーダーで使用されています。',
    'order/status': '新しいオーダーのstatusはdraftまたはactiveにしてください。',
    'order/subject': '参照先の患者が、このリクエストにも送信元の症例にもありません。',
    'key/kind': 'APIキーは、病院、運送会社、センター、販売代理店で作成できます。',
    'key/level': 'この機関のAPIキーを作成するには、権限レベルが不足しています。',
    'key/scope': 'この機関のAPIキーには、このスコープを設定できません。',
    'key/over': 'このAPIキーは無効です。新しいキーを作成してください。',
    'key/too-many': 'この機関には有効なAPIキーが50個あります。使用していないキーを失効させてください。',
    'smart/client-unknown': 'このプログラムは登録されていないか、失効しています。',
    'smart/assertion':
      '署名付きリクエストが正しくありません。署名、kid、iss、sub、aud（トークンエンドポイント）、jti、exp（5分以内）を確認してください。',
    'smart/replayed': 'この署名付きリクエストは使用済みです。リクエストごとに異なるjtiが必要です。',
    'smart/scope': '要求されたスコープは、このプログラムに登録されていません。',
    'smart/keys':
      '公開鍵は、RSA 2048ビット以上（RS384）またはEC P-384（ES384）で、それぞれ異なるkidが必要です。',
    'smart/private-key': 'これは秘密鍵です。公開鍵だけを登録し、この鍵は交換してください。',
    'smart/over': 'このプログラムは失効しています。新しく登録してください。',
    'smart/too-many': 'この機関には20個のプログラムがあります。使用していないものを失効させてください。',
  },
  ko: {
    'partner/stale-version': '다른 사용자가 이 연계처를 변경했습니다. 다시 확인해 주세요.',
    'partner/user-unfit':
      '이 사용자는 기관의 케이스를 생성, 변경, 종료할 수 없습니다. 기관의 의사를 입력해 주세요.',
    'partner/sender-unproven': '오더를 보내는 주소 또는 송신 측 인증서의 지문을 입력해 주세요.',
    'partner/address-refused':
      '이 주소로는 보낼 수 없습니다. 웹훅은 https 공개 주소로만 보냅니다. 다른 주소는 운영자가 허용할 수 있습니다.',
    'partner/not-again': '이 메시지는 다시 처리할 수 없습니다.',
    'order/identifier-taken': '이 식별자는 다른 오더에서 사용 중입니다.',
    'order/status': '새 오더의 status는 draft 또는 active여야 합니다.',
    'order/subject': '참조된 환자가 이 요청에도 발신자의 케이스에도 없습니다.',
    'key/kind': 'API 키는 병원, 운송사, 센터, 유통사만 만들 수 있습니다.',
    'key/level': '이 기관의 API 키를 만들기에는 권한 레벨이 낮습니다.',
    'key/scope': '이 기관의 API 키에는 이 범위를 줄 수 없습니다.',
    'key/over': '이 API 키는 더 이상 유효하지 않습니다. 새 키를 만드세요.',
    'key/too-many': '이 기관에는 유효한 API 키가 50개 있습니다. 사용하지 않는 키를 폐기하세요.',
    'smart/client-unknown': '등록되지 않았거나 폐기된 프로그램입니다.',
    'smart/assertion':
      '서명된 요청이 올바르지 않습니다. 서명, kid, iss, sub, aud(토큰 엔드포인트), jti, exp(5분 이내)를 확인하세요.',
    'smart/replayed': '이미 사용된 서명 요청입니다. 요청마다 다른 jti가 필요합니다.',
    'smart/scope': '요청한 범위가 이 프로그램에 등록되어 있지 않습니다.',
    'smart/keys': '공개 키는 RSA 2048비트 이상(RS384) 또는 EC P-384(ES384)이며, 각각 다른 kid가 필요합니다.',
    'smart/private-key': '개인 키입니다. 공개 키만 등록하고 이 키는 교체하세요.',
    'smart/over': '폐기된 프로그램입니다. 새로 등록하세요.',
    'smart/too-many': '이 기관에는 프로그램이 20개 있습니다. 사용하지 않는 것을 폐기하세요.',
  },
  zh: {
    'partner/stale-version': '其他用户已更改此对接方。请重新确认。',
    'partner/user-unfit': '该用户无法创建、更改和关闭该机构的病例。请输入该机构的医生。',
    'partner/sender-unproven': '请输入允许发送医嘱的地址，或发送方证书的指纹。',
    'partner/address-refused':
      '不允许使用此地址。Webhook 仅通过 https 发送到公网地址；其他地址可由运维人员放行。',
    'partner/not-again': '此消息无法重新处理。',
    'order/identifier-taken': '该标识符已被另一个申请使用。',
    'order/status': '新申请的status必须为draft或active。',
    'order/subject': '所引用的患者既不在此请求中，也不属于发送方的病例。',
    'key/kind': '只有医院、物流、中心和经销商可以创建 API 密钥。',
    'key/level': '您的级别不足以为该机构创建 API 密钥。',
    'key/scope': '该机构的 API 密钥不能包含此权限范围。',
    'key/over': '此 API 密钥已失效，请创建新的密钥。',
    'key/too-many': '该机构已有 50 个有效的 API 密钥，请吊销不再使用的密钥。',
    'smart/client-unknown': '该程序未登记或已被吊销。',
    'smart/assertion':
      '签名请求无效。请检查签名、kid、iss、sub、aud（令牌端点）、jti 和 exp（不超过五分钟）。',
    'smart/replayed': '该签名请求已被使用。每个请求需要不同的 jti。',
    'smart/scope': '该程序未登记所请求的权限范围。',
    'smart/keys': '公钥须为 2048 位以上的 RSA（RS384）或 EC P-384（ES384），且各有不同的 kid。',
    'smart/private-key': '这是私钥。请只登记公钥，并更换此密钥。',
    'smart/over': '该程序已被吊销，请重新登记。',
    'smart/too-many': '该机构已有 20 个程序，请吊销不再使用的程序。',
  },
} as const;
