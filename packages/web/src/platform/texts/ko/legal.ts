/** Contains the texts of the licence agreement and the privacy policy of this product, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/legal.ts';

export const texts: Translated<typeof en> = {
  'licence.use.title': '1. 이용 범위',
  'licence.use.body':
    'Rhythmdesk는 부착형 심전도 기록을 검토하기 위해 소속 기관에 사용이 허락된 제품입니다. 이용자는 기관의 업무로서 부여받은 계정을 사용하며, 환자의 진료와 관리 목적으로만 이용합니다. 사용권을 판매, 대여 또는 양도할 수 없습니다.',
  'licence.account.title': '2. 계정',
  'licence.account.body':
    '계정은 한 사람이 하나씩 사용합니다. 비밀번호를 다른 사람에게 알리지 말고, 공용 컴퓨터를 떠날 때에는 로그아웃해 주세요. 계정으로 수행한 작업은 본인의 이름으로 기록됩니다. 비밀번호가 노출되었을 가능성이 있으면 즉시 관리자에게 알려 주세요.',
  'licence.clinical.title': '3. 임상적 책임',
  'licence.clinical.body':
    '본 제품은 기록과 측정값을 표시하고 중요한 소견을 찾도록 돕지만 진단을 내리지는 않습니다. 모든 소견은 치료에 사용하기 전에 자격을 갖춘 사람이 판단합니다. 감시 기기가 아니며 응급 상황에서 경보를 울리지 않습니다.',
  'licence.data.title': '4. 기록과 보고서',
  'licence.data.body':
    '기록, 보고서, 코멘트는 이를 등록한 기관에 귀속됩니다. 제공할 권한이 있는 자료만 업로드하고, 기관이 환자의 동의를 요구하는 경우에는 동의를 받은 후 업로드해 주세요.',
  'licence.limits.title': '5. 금지 사항',
  'licence.limits.body':
    '업무와 무관한 검사에 접근하거나, 제품의 제한을 우회하거나, 운영을 방해하거나, 제품을 분해·분석하거나, 기관이 승인하지 않은 곳에 환자 정보를 복사해서는 안 됩니다.',
  'licence.changes.title': '6. 변경과 종료',
  'licence.changes.body':
    '제품은 계속 개선되며, 업무에 영향을 주는 변경은 공지로 안내합니다. 사용권은 기관과 운영자 간의 계약이 끝나거나 계정이 폐쇄될 때 종료됩니다.',
  'privacy.what.title': '1. 처리하는 정보',
  'privacy.what.body':
    '환자: 이름, 환자 ID, 생년월일, 성별, 전화번호, 기록과 그 소견. 이용자: 이름, ID, 이메일, 전화번호, 역할, 소속 기관, 로그인 시각, 제품 내에서 수행한 작업.',
  'privacy.why.title': '2. 목적',
  'privacy.why.body':
    '병원이 의뢰한 기록을 검토하여 보고서를 회신하고, 계정을 보호하며, 문의에 답하고, 기관에 비용을 청구하기 위해 사용합니다. 광고에 사용하거나 판매하지 않습니다.',
  'privacy.who.title': '3. 열람 범위',
  'privacy.who.body':
    '검사를 소유한 병원, 판독을 맡은 센터의 분석사와 수석 분석사, 그리고 업무에 필요한 범위의 관리자가 열람합니다. 필요하지 않은 담당자에게는 이름, 생년월일, 전화번호를 가려서 표시합니다. 관리자가 환자 정보를 열 때에는 사유를 입력해야 하며 기록으로 남습니다.',
  'privacy.keep.title': '4. 보관',
  'privacy.keep.body':
    '데이터는 암호화되어 전송되며 운영자의 시스템에 저장됩니다. 기록은 병원과 합의한 기간 동안 보관하고, 이후 신호를 삭제합니다. 보고서와 검사 이력은 의무기록 보존 기간 동안 보관합니다.',
  'privacy.browser.title': '5. 브라우저에 저장되는 것',
  'privacy.browser.body':
    '브라우저에는 로그아웃하거나 창을 닫을 때까지의 세션과 선택한 언어 및 테마가 저장됩니다. 추적용 쿠키나 제3자 분석 도구는 사용하지 않습니다.',
  'privacy.rights.title': '6. 정보주체의 권리',
  'privacy.rights.body':
    '환자는 진료받은 병원을 통해 열람, 정정, 동의 철회를 요청할 수 있습니다. 이용자는 ‘프로필 편집’에서 직접 확인하고 수정하거나 페이지 하단의 연락처로 문의할 수 있습니다.',
};
