/** Contains the texts of the mails in Korean. */
import type { MailTexts } from './mail-texts.ts';

export const mailsKo: MailTexts = {
  'email-code': {
    subject: 'Rhythmdesk 인증 코드',
    lines: [
      '회원가입 화면에 아래 여섯 자리 숫자를 입력해 주세요.',
      '{code}',
      '{minutes}분 동안 유효합니다. 요청하신 적이 없다면 이 메일은 무시하셔도 됩니다.',
    ],
  },
  'email-confirm': {
    subject: 'Rhythmdesk 이메일 주소 확인',
    lines: [
      'ID {user_id} 계정의 이메일 주소로 이 주소가 입력되었습니다. 확인하려면 계정 설정 화면에 아래 여섯 자리 숫자를 입력해 주세요.',
      '{code}',
      '{minutes}분 동안 유효합니다. 본인의 계정이 아니라면 이 메일을 무시해 주세요. 숫자를 입력하지 않으면 아무것도 바뀌지 않습니다.',
    ],
  },
  'password-link': {
    subject: 'Rhythmdesk 비밀번호 재설정',
    lines: [
      '{user_name} 님,',
      'ID {user_id}의 비밀번호 재설정 요청을 받았습니다. 아래 링크에서 새 비밀번호를 설정해 주세요. 링크는 한 번만, {minutes}분 동안 사용할 수 있습니다.',
      '요청하신 적이 없다면 이 메일을 무시해 주세요. 비밀번호는 바뀌지 않습니다.',
    ],
    button: '새 비밀번호 설정',
  },
  'password-changed': {
    subject: 'Rhythmdesk 비밀번호가 변경되었습니다',
    lines: [
      '{user_name} 님,',
      '{time}에 ID {user_id}의 비밀번호가 변경되었습니다. 이 계정의 다른 로그인은 모두 종료되었습니다.',
      '본인이 변경하지 않았다면 즉시 관리자에게 알려 주세요.',
    ],
  },
  'email-changed': {
    subject: 'Rhythmdesk 이메일 주소가 변경되었습니다',
    lines: [
      '{user_name} 님,',
      '{time}에 ID {user_id}의 이메일 주소가 변경되었습니다. 이 메일은 변경 전 주소로 발송되며, 이후 메일은 새 주소로 발송됩니다.',
      '본인이 변경하지 않았다면 즉시 관리자에게 알려 주세요.',
    ],
  },
  'sign-up-waiting': {
    subject: '새 사용자가 승인을 기다리고 있습니다',
    lines: [
      '{user_name} 님(ID {user_id})이 {group_name} 소속으로 가입하여 승인을 기다리고 있습니다.',
      '확인된 분이면 승인하고, 아니면 사유를 적어 거절해 주세요.',
    ],
    button: '사용자 목록 열기',
  },
  'sign-up-done': {
    subject: 'Rhythmdesk 가입 신청이 접수되었습니다',
    lines: [
      '{user_name} 님,',
      '{group_name}의 ID {user_id} 가입 신청이 접수되어 승인을 기다리고 있습니다. 승인되면 메일로 알려 드립니다.',
    ],
  },
  'sign-up-approved': {
    subject: 'Rhythmdesk를 사용하실 수 있습니다',
    lines: ['{user_name} 님,', '{group_name}의 ID {user_id} 계정을 이제 사용하실 수 있습니다.'],
    button: '로그인',
  },
  'account-made': {
    subject: 'Rhythmdesk 계정이 생성되었습니다',
    lines: [
      '{user_name} 님,',
      '{group_name}에 ID {user_id} 계정이 생성되었습니다. 이 ID와 이메일 주소로 비밀번호를 설정해 주세요.',
    ],
    button: '비밀번호 설정',
  },
  'sign-up-refused': {
    subject: 'Rhythmdesk 가입이 승인되지 않았습니다',
    lines: [
      '{user_name} 님,',
      '{group_name} 가입 신청이 승인되지 않았습니다. 사유: {reason}',
      '문의 사항은 소속 기관의 관리자에게 연락해 주세요.',
    ],
  },
  'dormant-soon': {
    subject: 'Rhythmdesk 계정이 곧 휴면 상태로 전환됩니다',
    lines: [
      '{user_name} 님,',
      'ID {user_id}(으)로 오랫동안 로그인하지 않으셨습니다. {time}에 계정이 휴면 상태로 전환되어 더 이상 사용할 수 없습니다.',
      '계속 사용하시려면 그 전에 로그인해 주세요. 휴면 계정은 관리자가 다시 활성화할 수 있습니다.',
    ],
    button: '로그인',
  },
  'factors-changed': {
    subject: '로그인 방법이 변경되었습니다',
    lines: [
      '{user_name} 님,',
      '{time}에 ID {user_id}의 로그인 방법이 추가, 삭제 또는 갱신되었습니다.',
      '본인이 변경하지 않았다면 비밀번호를 변경하고 즉시 관리자에게 알려 주세요.',
    ],
  },
  'factors-reset': {
    subject: '2단계 인증이 초기화되었습니다',
    lines: [
      '{user_name} 님,',
      '{time}에 {by} 님이 ID {user_id}의 2단계 인증을 초기화했습니다. 이 계정의 모든 세션이 종료되었습니다. 다음 로그인 후 다시 설정해 주세요.',
      '요청한 적이 없다면 즉시 관리자에게 알려 주세요.',
    ],
    button: '로그인',
  },
  invoice: {
    subject: '{month} 청구서 {number}',
    lines: [
      '{group_name} 귀중',
      '{by}에서 {month}에 분석을 마친 검사의 청구서 {number}을(를) 첨부해 드립니다.',
      '청구 금액: {amount}, 납부 기한: {due}',
    ],
  },
  notifications: {
    subject: 'Rhythmdesk 새 알림',
    lines: ['{user_name} 님,', '새 알림이 있습니다.', '{items}'],
    button: '알림 보기',
  },
  'notification-digest': {
    subject: 'Rhythmdesk 알림 요약',
    lines: ['{user_name} 님,', '지난 요약 이후 도착한 읽지 않은 알림입니다.', '{items}'],
    button: '알림 보기',
  },
  'critical-finding': {
    subject: 'Rhythmdesk 위급 소견',
    lines: ['{user_name} 님,', '위급 소견 알림이 있습니다. 지금 로그인하여 확인해 주세요.'],
    button: '알림 보기',
  },
  'ledger-clear': {
    subject: '{day} 송수신 대장: 보낸 것은 모두 수신 확인됨',
    lines: [
      '{user_name} 님,',
      '{day}에 {group_name} 관련으로 보낸 것은 모두 수신 확인되었고 미처리 항목이 없습니다.',
      '{figures}',
    ],
    button: '대장 열기',
  },
  'ledger-open': {
    subject: '{day} 송수신 대장: 미처리 {open}건',
    lines: [
      '{user_name} 님,',
      '{day} 종료 시점에 {group_name}의 미처리 항목입니다.',
      '{figures}',
      '이전 30일 중 아직 미처리: {earlier}건',
    ],
    button: '대장 열기',
  },
  'new-device': {
    subject: 'Rhythmdesk 새 기기 로그인',
    lines: [
      '{user_name} 님,',
      '{time}에 처음 보는 기기에서 ID {user_id}(으)로 로그인했습니다({device}, {address}).',
      '본인이 아니라면 비밀번호를 변경하고 관리자에게 알려 주세요.',
    ],
  },
};
