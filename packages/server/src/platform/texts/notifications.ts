/** What a user is told, by notification code and language. Names in braces are the code's parameters. */
import type { NotificationCode } from '@rhythmdesk/domain/notice/notifications';
import type { Language } from '@rhythmdesk/domain/kit/languages';

export const notificationTexts = {
  'case-ready': {
    en: '{hn_id}: the recording has been received and is ready to be requested.',
    ja: '{hn_id}：記録を受信しました。解析を依頼できます。',
    ko: '{hn_id}: 기록이 등록되어 분석을 의뢰할 수 있습니다.',
    zh: '{hn_id}：记录已接收，可以申请分析。',
  },
  'upload-refused': {
    en: '{filename} was not accepted. {refusal_code}',
    ja: '{filename}を受け付けられませんでした。{refusal_code}',
    ko: '{filename} 파일이 접수되지 않았습니다. {refusal_code}',
    zh: '{filename}未被接受。{refusal_code}',
  },
  'new-request': {
    en: '{hn_id}: a new analysis has been requested.',
    ja: '{hn_id}：新しい解析依頼が届きました。',
    ko: '{hn_id}: 새 분석 의뢰가 도착했습니다.',
    zh: '{hn_id}：收到新的分析申请。',
  },
  'request-cancelled': {
    en: '{hn_id}: {user_name} cancelled the request.',
    ja: '{hn_id}：{user_name}さんが依頼を取り消しました。',
    ko: '{hn_id}: {user_name} 님이 의뢰를 취소했습니다.',
    zh: '{hn_id}：{user_name}取消了申请。',
  },
  'technician-assigned': {
    en: '{hn_id}: a technician has been assigned.',
    ja: '{hn_id}：担当技師が決まりました。',
    ko: '{hn_id}: 담당 판독자가 배정되었습니다.',
    zh: '{hn_id}：已分配技师。',
  },
  'assigned-to-you': {
    en: '{hn_id}: {user_name} assigned this case to you.',
    ja: '{hn_id}：{user_name}さんがこの検査をあなたに割り当てました。',
    ko: '{hn_id}: {user_name} 님이 이 검사를 배정했습니다.',
    zh: '{hn_id}：{user_name}将此病例分配给您。',
  },
  'back-in-pool': {
    en: '{hn_id}: the case is waiting for a technician again.',
    ja: '{hn_id}：再び担当者待ちになりました。',
    ko: '{hn_id}: 다시 배정 대기 상태가 되었습니다.',
    zh: '{hn_id}：病例重新等待分配。',
  },
  rejected: {
    en: '{hn_id}: {user_name} rejected the assignment: {comment}',
    ja: '{hn_id}：{user_name}さんが割り当てを辞退しました：{comment}',
    ko: '{hn_id}: {user_name} 님이 배정을 거절했습니다: {comment}',
    zh: '{hn_id}：{user_name}拒绝了分配：{comment}',
  },
  started: {
    en: '{hn_id}: the analysis was started.',
    ja: '{hn_id}：解析が始まりました。',
    ko: '{hn_id}: 판독이 시작되었습니다.',
    zh: '{hn_id}：分析已开始。',
  },
  'taken-back': {
    en: '{hn_id}: {user_name} took the case back: {comment}',
    ja: '{hn_id}：{user_name}さんが割り当てを解除しました：{comment}',
    ko: '{hn_id}: {user_name} 님이 배정을 회수했습니다: {comment}',
    zh: '{hn_id}：{user_name}收回了病例：{comment}',
  },
  'reassigned-from-you': {
    en: '{hn_id}: {user_name} gave the case to somebody else: {comment}',
    ja: '{hn_id}：{user_name}さんが担当者をほかの方に変更しました：{comment}',
    ko: '{hn_id}: {user_name} 님이 다른 담당자에게 재배정했습니다: {comment}',
    zh: '{hn_id}：{user_name}将病例转给了其他人：{comment}',
  },
  'reassigned-to-you': {
    en: '{hn_id}: {user_name} gave the case to you: {comment}',
    ja: '{hn_id}：{user_name}さんがあなたを担当者に変更しました：{comment}',
    ko: '{hn_id}: {user_name} 님이 이 검사를 재배정했습니다: {comment}',
    zh: '{hn_id}：{user_name}将病例转给了您：{comment}',
  },
  'verification-requested': {
    en: '{hn_id}: {user_name} asks you to verify.',
    ja: '{hn_id}：{user_name}さんから確認依頼が届きました。',
    ko: '{hn_id}: {user_name} 님이 확인을 요청했습니다.',
    zh: '{hn_id}：{user_name}请您审核。',
  },
  verified: {
    en: '{hn_id}: {user_name} verified the case.',
    ja: '{hn_id}：{user_name}さんが確認しました。',
    ko: '{hn_id}: {user_name} 님이 확인했습니다.',
    zh: '{hn_id}：{user_name}已审核通过。',
  },
  'modification-requested': {
    en: '{hn_id}: {user_name} asks for a change: {comment}',
    ja: '{hn_id}：{user_name}さんから修正依頼が届きました：{comment}',
    ko: '{hn_id}: {user_name} 님이 수정을 요청했습니다: {comment}',
    zh: '{hn_id}：{user_name}要求修改：{comment}',
  },
  completed: {
    en: '{hn_id}: the analysis is complete.',
    ja: '{hn_id}：解析が完了しました。',
    ko: '{hn_id}: 판독이 완료되었습니다.',
    zh: '{hn_id}：分析已完成。',
  },
  'edit-requested': {
    en: '{hn_id}: the hospital asks for a correction: {comment}',
    ja: '{hn_id}：病院から訂正依頼が届きました：{comment}',
    ko: '{hn_id}: 병원에서 정정을 요청했습니다: {comment}',
    zh: '{hn_id}：医院要求更正：{comment}',
  },
  'edit-cancelled': {
    en: '{hn_id}: the correction was cancelled.',
    ja: '{hn_id}：訂正が取り消されました。',
    ko: '{hn_id}: 정정이 취소되었습니다.',
    zh: '{hn_id}：更正已取消。',
  },
  corrected: {
    en: '{hn_id}: the corrected report is ready.',
    ja: '{hn_id}：訂正後の報告書ができました。',
    ko: '{hn_id}: 정정된 보고서가 준비되었습니다.',
    zh: '{hn_id}：更正后的报告已完成。',
  },
  'consent-given': {
    en: '{hn_id}: the patient has agreed. The analysis can be requested.',
    ja: '{hn_id}：患者の同意が得られました。解析を依頼できます。',
    ko: '{hn_id}: 환자가 동의했습니다. 분석을 의뢰할 수 있습니다.',
    zh: '{hn_id}：患者已同意，可以申请分析。',
  },
  'consent-declined': {
    en: '{hn_id}: the patient has declined the consent.',
    ja: '{hn_id}：患者は同意しませんでした。',
    ko: '{hn_id}: 환자가 동의하지 않았습니다.',
    zh: '{hn_id}：患者未同意。',
  },
  closed: {
    en: '{hn_id}: the case was closed: {comment}',
    ja: '{hn_id}：検査が終了しました：{comment}',
    ko: '{hn_id}: 검사가 종결되었습니다: {comment}',
    zh: '{hn_id}：病例已关闭：{comment}',
  },
  'sign-up-waiting': {
    en: '{user_name} signed up for {group_name} and waits for approval.',
    ja: '{user_name}さんが{group_name}の利用登録を行い、承認を待っています。',
    ko: '{user_name} 님이 {group_name} 소속으로 가입하여 승인을 기다리고 있습니다.',
    zh: '{user_name}已注册为{group_name}的用户，正在等待批准。',
  },
  'technician-left': {
    en: '{hn_id}: {comment} no longer has an account. The case needs a technician.',
    ja: '{hn_id}：{comment}さんのアカウントがなくなりました。担当技師を決めてください。',
    ko: '{hn_id}: {comment} 님의 계정이 삭제되었습니다. 담당 판독자를 배정해 주세요.',
    zh: '{hn_id}：{comment}的账号已不存在，请为该病例分配技师。',
  },
  'confirmer-left': {
    en: '{hn_id}: {comment} no longer has an account. Please ask somebody else to verify.',
    ja: '{hn_id}：{comment}さんのアカウントがなくなりました。ほかの方に確認を依頼してください。',
    ko: '{hn_id}: {comment} 님의 계정이 삭제되었습니다. 다른 분에게 확인을 요청해 주세요.',
    zh: '{hn_id}：{comment}的账号已不存在，请另请他人审核。',
  },
  'password-changed': {
    en: 'Your password was changed. If it was not you, tell your administrator at once.',
    ja: 'パスワードが変更されました。心当たりがない場合は、すぐに管理者へ連絡してください。',
    ko: '비밀번호가 변경되었습니다. 본인이 변경하지 않았다면 즉시 관리자에게 알려 주세요.',
    zh: '您的密码已更改。如非本人操作，请立即联系管理员。',
  },
  'email-changed': {
    en: 'Your e-mail address was changed. If it was not you, tell your administrator at once.',
    ja: 'メールアドレスが変更されました。心当たりがない場合は、すぐに管理者へ連絡してください。',
    ko: '이메일 주소가 변경되었습니다. 본인이 변경하지 않았다면 즉시 관리자에게 알려 주세요.',
    zh: '您的电子邮箱已更改。如非本人操作，请立即联系管理员。',
  },
  'session-ended': {
    en: 'You logged in at one more place than allowed, so your oldest session was ended. If it was not you, change your password.',
    ja: '同時にログインできる数を超えたため、最も古いセッションを終了しました。心当たりがない場合は、パスワードを変更してください。',
    ko: '동시에 로그인할 수 있는 수를 넘어 가장 오래된 세션이 종료되었습니다. 본인이 아니라면 비밀번호를 변경해 주세요.',
    zh: '同时登录的设备超过上限，最早的会话已结束。如非本人操作，请更改密码。',
  },
} as const satisfies Record<NotificationCode, Record<Language, string>>;
