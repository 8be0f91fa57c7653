/** How accurate the automatic analysis is, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/accuracy.ts';

export const texts: Translated<typeof en> = {
  title: '자동 분석의 정확도',
  engine: '분석 엔진 {{version}}.',
  renew: '다시 분석',
  'renew.title': '이전 분석 엔진으로 분석한 증례',
  'renew.none': '판독 시작 전인 증례 중 {{version}} 이전 분석 엔진의 결과는 없습니다.',
  'renew.outdated_other': '판독 시작 전인 증례 {{number}}건이 {{version}} 이전 분석 엔진의 결과입니다.',
  'renew.waiting_other': '{{number}}건을 새 기록 다음 순서로 다시 분석하고 있습니다.',
  lead: '“A / B”는 민감도 / 양성예측도(%)입니다. 민감도는 전문가가 표시한 것 중 찾아낸 비율, 양성예측도는 찾아낸 것 중 전문가의 표시와 일치한 비율입니다.',
  method: '평가 방법',
  limits: '한계',
  'method.recordings':
    '기록: PhysioNet 공개 기록(Goldberger 등, Circulation 2000). 증례를 분석하는 것과 같은 엔진으로 4,000프레임씩 처리했습니다.',
  'method.beats':
    '박동: ANSI/AAMI EC57에 따른 박동별 비교. 기준 박동에서 150 ms 이내이면 찾은 것으로 봅니다. 처음 5분은 세지 않으며 심실조동(기록 207)은 제외합니다. V와 S는 표준의 방식대로 세며, 융합 박동이나 분류 불가 박동을 V로 판정해도 오류로 보지 않습니다.',
  'method.all-beats':
    '열에 “판독 가능 시간”이라고 적힌 경우를 제외하고, 판독 불가로 판정된 구간을 포함해 검출된 모든 박동을 셉니다.',
  'method.af':
    '심방세동은 주석된 리듬과 비교해 박동 단위로 셉니다. 심방조동으로 주석된 박동은 어느 쪽으로도 세지 않습니다.',
  'limits.in-sample':
    '처음 보는 기록에 대한 성능은 다른 데이터베이스의 표와 “교차 검증” 표만이 보여 줍니다. 교차 검증에서는 각 기록(또는 스트립)을 그 기록을 학습하지 않은 계수로 판정했습니다. 나머지 표의 계수는 같은 기록에서 학습한 것입니다.',
  'limits.sve':
    '심실상성 박동 수는 처음 보는 환자에서 신뢰할 수 없습니다. 학습에 쓰지 않은 심실상성 부정맥 데이터베이스(svdb)에서는 절반만 찾았고, 심실상성으로 판정한 박동의 3분의 1 이상이 오판이었습니다. 아래 S 수치는 학습에 쓰인 기록과 그와 비슷한 기록에만 해당합니다.',
  'limits.flutter':
    '심방조동은 따로 판정하지 않습니다. 전도가 일정하면 규칙적인 리듬으로, 변하면 심방세동으로 판정됩니다. 심실조동과 거친 심실세동은 “의심”으로 표시합니다. 여기서는 한 명(기록 207)에게만 있어 다른 환자에서 얼마나 놓치는지는 알 수 없습니다. 미세한 심실세동은 찾지 않습니다.',
  'limits.fusion-paced':
    '융합 박동은 매우 확실할 때만 판정합니다. 조율 박동은 넓은 파형 앞의 스파이크로 인식하며, 박동의 10분의 1 이상이 조율되고 스파이크가 250 Hz에서 보여야 합니다. 이런 기록에서는 표에서 Q로 셉니다.',
  'limits.length': '신호가 있는 30분 초과 기록은 구할 수 없었습니다. 더 긴 기록은 이들을 이어 붙인 것입니다.',
  'table.unseen': '다른 데이터베이스의 환자: 박동 (svdb, 학습에 쓰지 않음)',
  'table.trained_classes': '교차 검증: 심실성·심실상성 박동 (mitdb)',
  'table.trained_detector': '교차 검증: 박동 검출 (mitdb)',
  'table.trained_motion': '교차 검증: 전극 움직임 잡음 속의 박동 검출 (nstdb, 첫 번째 유도)',
  'table.trained_af': '교차 검증: 박동 위치로 판정한 심방세동 (afdb, ltafdb)',
  'table.trained_strips': '교차 검증: 짧은 스트립의 심방세동 (cinc2017)',
  'table.beats': '박동 (mitdb)',
  'table.records': '기록별 박동 (mitdb, 첫 번째 유도)',
  'table.runs': '심실성 연발 (mitdb, 첫 번째 유도)',
  'table.motion': '전극 움직임 잡음 속의 박동 (nstdb, 첫 번째 유도)',
  'table.af': '박동 위치로 판정한 심방세동 (afdb)',
  'table.strips': '짧은 스트립의 심방세동 (cinc2017)',
  'table.flutter': '심실조동과 심실세동 (첫 번째 유도)',
  'table.waves': 'P, QRS, T의 시작과 끝 (ludb, 유도 II)',
  'note.unseen':
    '어떤 모델도 학습하지 않은 심실상성 부정맥 데이터베이스(128 Hz) 52개 기록의 첫 번째 유도와 두 유도. S에 가장 큰 영향을 주는 기록을 제외한 값도 표시합니다. “기록별”은 해당 박동이 10개 이상인 기록의 F1 중앙값(제10백분위수)입니다.',
  'note.trained_classes': '22개 기록을 각각 나머지 기록으로 학습한 모델로 판정했습니다.',
  'note.trained_detector':
    '30분 기록 24건(원본과 변형본). 각 기록을 나머지 기록으로 학습한 검출기로 판정했습니다. 놓친 박동 수와 잘못 더해진 박동 수를 함께 표시합니다.',
  'note.trained_motion':
    '기록 118에 잡음을 더한 것으로, 기록 118 없이 학습한 모델로 판정했습니다. 잡음 자체는 학습에 쓰인 다른 기록에도 더해졌습니다.',
  'note.trained_af':
    'afdb 12개 기록과 ltafdb 56일분(심실 박동 제외)을 여섯 부분으로 나누어, 각 부분을 나머지로 학습한 모델로 판정했습니다. 박동 위치만 사용했으며, P파에 의한 반증은 쓰지 않았습니다.',
  'note.trained_strips': '스트립 1,100개를 열 부분으로 나누어, 심방세동을 정상 및 기타 리듬과 구별했습니다.',
  'note.beats': '30분 기록 24개. 원래 상태와 변형한 상태입니다.',
  'note.records': '“판독 불가”는 잡음, 평탄, 신호 없음으로 판정된 시간이 전체 기록에서 차지하는 비율입니다.',
  'note.runs':
    'EC57에 따른 연발별 비교: 2연발, 짧은 연발(3~5박동), 긴 연발(6박동 이상). 괄호 안은 기준 연발 수와 찾은 연발 수입니다.',
  'note.motion':
    '4분 중 2분에 신호 대 잡음비 24~−6 dB의 잡음이 섞여 있습니다. 판독 불가로 판정된 구간은 잡음으로 표시하고 판독하지 않습니다.',
  'note.af': '30초 이상의 에피소드는 박동의 절반이 심방세동으로 판정되면 찾은 것으로 봅니다.',
  'note.strips': '심방세동을 정상 및 기타 리듬과 구별했습니다.',
  'note.flutter':
    '주석된 구간 중 찾은 것과, 해당 구간이 없는 곳에서 잘못 판정한 에피소드이며, 기록 집합별 값입니다. 기준값은 해당 구간이 있는 유일한 기록인 mitdb 207에서 정했습니다. nstdb는 전극 움직임 잡음입니다.',
  'note.waves':
    '심장내과 의사의 표시와의 차이(밀리초): 중앙값(제1 … 제3사분위수). 학습하지 않았으나 두 기준값은 이 기록에서 정했습니다.',
  'column.qrs': '전체 박동',
  'column.v': 'V',
  'column.s': 'S',
  'column.v_records': 'V 기록별',
  'column.s_records': 'S 기록별',
  'column.unread': '판독 불가 %',
  'column.run_sensitivity': '민감도 % (기준 연발 수)',
  'column.run_predictivity': '양성예측도 % (찾은 연발 수)',
  'column.all_time': '전체 시간',
  'column.usable_time': '판독 가능 시간',
  'column.usable_noisy_time': '잡음 구간 중 판독 가능 시간',
  'column.noisy_kept': '판독 가능으로 남긴 잡음 구간 %',
  'column.clean_lost': '판독 불가로 판정한 깨끗한 구간 %',
  'column.af_found': '찾은 심방세동 박동 %',
  'column.other_right': '바르게 판정한 기타 박동 %',
  'column.flutter_called': '심방세동으로 판정한 심방조동 %',
  'column.episodes': '찾은 에피소드',
  'column.f1': 'F1',
  'column.found': '찾음',
  'column.missed': '놓침',
  'column.wrong': '잘못 판정',
  'column.waves': '찾은 파',
  'column.onset': '시작 (ms)',
  'column.offset': '끝 (ms)',
  'row.first_lead': '첫 번째 유도',
  'row.second_lead': '두 번째 유도',
  'row.both_leads': '두 유도 모두',
  'row.first_lead_250_hz': '첫 번째 유도, 250 Hz',
  'row.first_lead_inverted': '첫 번째 유도, 극성 반전',
  'row.first_lead_third': '첫 번째 유도, 진폭 3분의 1',
  'row.svdb_first': '첫 번째 유도',
  'row.svdb_first_without': '첫 번째 유도, S에 가장 큰 영향을 주는 기록 제외',
  'row.svdb_both': '두 유도 모두',
  'row.couplet': '2연발',
  'row.short_run': '짧은 연발',
  'row.long_run': '긴 연발',
  'row.ltafdb_without': 'ltafdb, 영향이 가장 큰 기록 제외',
  'row.all': '전체',
  record: '대상',
};
