/** Contains the texts of accuracy of the automatic analysis, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/accuracy.ts';

export const texts: Translated<typeof en> = {
  title: '自動解析の精度',
  engine: '解析エンジン {{version}}。',
  renew: '再解析する',
  'renew.title': '以前の解析エンジンで解析した症例',
  'renew.none': '判読開始前の症例に、{{version}} より前の解析エンジンによる結果はありません。',
  'renew.outdated_other':
    '判読開始前の症例 {{number}} 件が、{{version}} より前の解析エンジンによる結果です。',
  'renew.waiting_other': '{{number}} 件を、新しい記録の後に再解析しています。',
  lead: '「A / B」は感度 / 陽性的中率（%）です。感度は専門家が付けた注釈のうち検出できた割合、陽性的中率は検出したもののうち専門家の注釈と一致した割合を示します。',
  method: '評価方法',
  limits: '限界',
  'method.recordings':
    '記録：PhysioNet の公開記録（Goldberger ら、Circulation 2000）。症例の解析と同じエンジンで、4,000 フレームずつ処理しました。',
  'method.beats':
    '心拍：ANSI/AAMI EC57 に基づく心拍ごとの比較。基準の心拍から 150 ms 以内にあれば検出とみなします。最初の 5 分間は数えず、心室粗動（記録 207）は除外します。V と S は規格の数え方に従い、融合収縮や分類不能の心拍を V としても誤りとはしません。',
  'method.all-beats':
    '列に「解析可能時間」とある場合を除き、解析不能と判定された時間の心拍も含めて、検出したすべての心拍を数えます。',
  'method.af':
    '心房細動は、注釈された調律に対して心拍ごとに数えます。心房粗動と注釈された心拍はどちらにも数えません。',
  'limits.in-sample':
    '未知の記録に対する性能を示すのは、「交差検証」、「一方のデータベースで学習」、「学習に使っていない」と記した表だけです。そこでは各記録（または各ストリップ）を、それを学習に使っていない係数で判定しています。その他の表では、係数は同じ記録から学習されています。',
  'limits.sve':
    '上室性心拍の判定は、心室性心拍よりはるかに不確かです。svdb の未知の患者では、検出できたのは半数をやや上回り、上室性と判定した心拍の 3 分の 1 強は誤りでした。全体の 4 分の 1 を占める 1 記録（正常と判定された異所性心房調律）を除けば、4 分の 3 近くを検出しました。記録の 10 件に 1 件では F1 が約 0.3 以下です。3 拍以上の上室性連発のうち、連発として検出されたのは 4 割です。',
  'limits.flutter':
    '心房粗動は名指しされません。伝導比が一定なら整った調律、変化すれば心房細動と判定されます。心室粗動と心室細動は「疑い」として示します。閾値は mitdb の記録 207 と vfdb の 4 人で選んだため、ほかの患者でどれだけ見逃すかは分かりません。平均 0.06 mV 未満の波は対象外です。',
  'limits.av-block':
    '房室ブロックの注釈がある記録はここにはないため、患者での精度は不明で、確信度は較正されていません。合成心電図（種類ごとに 24 例、筋電ノイズ 9 / 20 / 40 µV）で正しい種類として検出された例数：ウェンケバッハ型 15 / 12 / 8、モビッツII型 24 / 24 / 18、2:1 18 / 16 / 10、高度 24 / 21 / 15、3 度 24 / 21 / 11、幅の広い補充収縮を伴う 3 度 20 / 16 / 6。房室ブロックのない 48 例では検出なし（エンジン 1.17.0）。P 波が T 波に重なる場合（心房レートが約 100/分以上）は検出されないことが多くあります。',
  'limits.fusion-paced':
    '融合収縮は確実性が非常に高い場合だけ判定します。ペーシング心拍は、幅の広い波形の直前のスパイクで認識します。ただし、心拍の 1 割以上がペーシングで、スパイクが 250 Hz で見えるか、500 Hz 以上の記録で 2 mV 以上ある場合に限ります。該当する記録では、表の中でクラス Q として数えます。',
  'limits.length':
    '信号のある 30 分を超える記録は入手できませんでした。それより長いものは、これらをつないだものです。',
  'table.unseen': '一方のデータベースで学習し、他方で判定：V と S',
  'table.trained_classes': '患者単位の交差検証：V と S（mitdb、svdb）',
  'table.trained_false': '交差検証：存在しない V、S の判定（cinc2017、nstdb）',
  'table.trained_runs': '患者単位の交差検証：連発（mitdb、svdb、第 1 誘導）',
  'table.trained_certainty': '患者単位の交差検証：確信度の信頼性（mitdb、svdb、第 1 誘導）',
  'table.trained_detector': '記録単位の交差検証：心拍検出（mitdb、svdb）',
  'table.trained_motion': '交差検証：電極の動きによる雑音下の心拍検出（nstdb、第1誘導）',
  'table.trained_af': '交差検証：心拍位置による心房細動の判定（afdb、ltafdb）',
  'table.trained_strips': '交差検証：短いストリップの心房細動（cinc2017）',
  'table.beats': '心拍（mitdb）',
  'table.records': '心拍、記録別（mitdb、第 1 誘導）',
  'table.motion': '電極の体動ノイズ下の心拍（nstdb、第 1 誘導）',
  'table.af': '心拍位置による心房細動の判定（afdb）',
  'table.strips': '短いストリップの心房細動（cinc2017）',
  'table.flutter': '心室粗動・心室細動（第 1 誘導）',
  'table.waves': 'P・QRS・T の始点と終点（ludb、第 II 誘導）',
  'note.unseen':
    'svdb は mitdb のみで学習したモデルで、mitdb は svdb のみで学習したモデルで判定しました。病院も記録器も患者も異なります。その他は上の表と同じです。',
  'note.trained_classes':
    'mitdb の 22 記録と上室性不整脈データベース（svdb、128 Hz）の 52 記録を 8 群に分け、各群を残り 7 群のモデルとしきい値で判定しました。しきい値は、目標（mitdb は V 96 / 95、S 80 / 70、svdb は V 90 / 90、S 70 / 75）に最も近づく値です。心房細動の間は、エンジンと同じく S と判定しません。毎分 100 未満の規則的な調律では S と判定しないエンジンの規則は、この学習より新しく、この値には含まれません。心房細動とするのは、mitdb では注釈された心房細動、注釈のない svdb では、svdb から学習していないモデルが心房細動と判定した区間です。V と S のそれぞれについて、影響が最大の記録を除いた値も示します。「記録別」は、該当する心拍が 10 以上ある記録の F1 の中央値（第 10 百分位）です。V は他の記録の 30 秒おきの区間を独立した記録とみなして、また、サンプリング周波数を変えた複製や、その記録自身の心室性心拍を連発または間入性に置き換えた複製からも学習しています。',
  'note.trained_false':
    '解析可能な時間の 1,000 心拍あたりの数。括弧内は心拍数です。cinc2017 のうち専門家が正常調律としたストリップは、他のストリップで学習したモデルで判定しました。電極の動きによる雑音を加えた記録 118 は、この記録を使わずに学習したモデルで判定しました。学習には、同じ雑音を逆向きに加えた他の記録を用いています。ストリップの重みは同じストリップの交差検証で選び、T 波の規則もその一部を見て定めたため、この値はやや有利です。',
  'note.trained_runs':
    'EC57 に基づく連発ごとの比較：2 連発、短い連発（3〜5 拍）、長い連発（6 拍以上）。括弧内は基準の連発数と、検出した連発数です。',
  'note.trained_certainty':
    'ある範囲の確信度で N、S、V と判定した心拍のうち、専門家も同じ判定であった割合（%）です。括弧内は心拍数です。確度は別の患者から学習しています。心拍の大半を占める、間隔も波形も通常どおりの心拍は除いています。',
  'note.trained_detector':
    'mitdb の 30 分の記録 24 件（元のまま、および加工したもの）と svdb の 52 記録を 6 群に分け、各群を他の群で学習した検出器で判定しました。木の数、用いる特徴、覚えておく波形の数、判定のしきい値はこの値を見て選んだため、値はやや甘めです。見逃した心拍数と誤って加えた心拍数も示します。',
  'note.trained_motion':
    '記録118に雑音を加えたもの。記録118を除いて学習したモデルで判定。雑音そのものは、学習に用いた他の記録にも加えています。',
  'note.trained_af':
    'afdb の 12 記録と ltafdb の 56 日分（心室性の心拍は除外）を 6 群に分け、各群を残りの群から学習したモデルで判定しました。心拍位置のみによる判定で、P 波による否定は用いていません。',
  'note.trained_strips': '1,100 本のストリップを 10 分割。心房細動と、正常およびその他の調律との判別です。',
  'note.beats': '30 分の 24 記録。そのままの場合と、加工した場合です。',
  'note.records': '「解析不能」は、ノイズ、平坦、信号なしと判定された時間の記録全体に対する割合です。',
  'note.motion':
    '4 分のうち 2 分に、信号対雑音比 24〜−6 dB のノイズが重なっています。解析不能と判定された区間はノイズとして表示し、判読しません。',
  'note.af': '30 秒以上のエピソードは、その心拍の半数が心房細動と判定されれば検出とみなします。',
  'note.strips': '心房細動と、正常およびその他の調律との判別です。',
  'note.flutter':
    '注釈された区間のうち検出したもの、および該当のない所での誤検出。記録の集合ごとの値です。閾値は、ここで該当区間のある唯一の記録である mitdb の 207 と、vfdb と、ここで数えたものとは別の体動ノイズを加えた合成心電図で選びました。nstdb は電極の体動ノイズで、その雑音を 9 dB と 0 dB で mitdb と svdb に加えました。1 時間に 90 回の体動は、正しく装着したパッチの何倍にもあたります。',
  'note.waves':
    '循環器医の印からのずれ（ミリ秒）：中央値（第 1 … 第 3 四分位）。学習はしていませんが、2 つの閾値はこれらの記録で選びました。',
  'column.qrs': '全心拍',
  'column.v': 'V',
  'column.s': 'S',
  'column.v_records': 'V 記録別',
  'column.s_records': 'S 記録別',
  'column.unread': '解析不能 %',
  'column.false_v': 'V、1,000 心拍あたり（心拍数）',
  'column.false_s': 'S、1,000 心拍あたり（心拍数）',
  'column.run_sensitivity': '感度 %（基準の連発数）',
  'column.run_predictivity': '陽性的中率 %（検出した連発数）',
  'column.under_70': '確信度 70 % 未満',
  'column.from_70': '70〜90 %',
  'column.from_90': '90〜98 %',
  'column.from_98': '98 % 以上',
  'column.all_time': '全時間',
  'column.usable_time': '解析可能時間',
  'column.usable_noisy_time': 'ノイズ区間のうち解析可能時間',
  'column.noisy_kept': '解析可能としたノイズ区間 %',
  'column.clean_lost': '解析不能としたノイズのない区間 %',
  'column.af_found': '検出した心房細動の心拍 %',
  'column.other_right': '正しく判定したその他の心拍 %',
  'column.flutter_called': '心房細動とした心房粗動 %',
  'column.episodes': '検出したエピソード',
  'column.f1': 'F1',
  'column.found': '検出',
  'column.missed': '見逃し',
  'column.wrong': '誤検出',
  'column.wrong_per_day': '24 時間あたりの誤検出（対象時間）',
  'column.waves': '検出した波',
  'column.onset': '始点 (ms)',
  'column.offset': '終点 (ms)',
  'row.first_lead': '第 1 誘導',
  'row.second_lead': '第 2 誘導',
  'row.both_leads': '両方の誘導',
  'row.first_lead_250_hz': '第 1 誘導、250 Hz',
  'row.first_lead_inverted': '第 1 誘導、極性反転',
  'row.first_lead_third': '第 1 誘導、振幅 3 分の 1',
  'row.mitdb_first': 'mitdb、第 1 誘導',
  'row.mitdb_first_without': 'mitdb、第 1 誘導、影響が最大の記録を除く',
  'row.mitdb_second': 'mitdb、第 2 誘導',
  'row.mitdb_both': 'mitdb、両方の誘導',
  'row.svdb_first': 'svdb、第 1 誘導',
  'row.svdb_first_without': 'svdb、第 1 誘導、影響が最大の記録を除く',
  'row.svdb_second': 'svdb、第 2 誘導',
  'row.svdb_both': 'svdb、両方の誘導',
  'row.normal_strips': '正常ストリップ',
  'row.v_couplet_run': 'V、2 連発',
  'row.v_short_run': 'V、短い連発',
  'row.v_long_run': 'V、長い連発',
  'row.s_couplet_run': 'S、2 連発',
  'row.s_short_run': 'S、短い連発',
  'row.s_long_run': 'S、長い連発',
  'row.class_n': 'N と判定',
  'row.class_s': 'S と判定',
  'row.class_v': 'V と判定',
  'row.ltafdb_without': 'ltafdb、影響が最大の記録を除く',
  'row.motion_copies': 'mitdb と svdb、第 1 誘導、電極の体動ノイズ下',
  'row.synthetic_motion': '体動ノイズ下の合成心電図',
  'row.synthetic_motion_without': '体動ノイズ下の合成心電図、影響が最大の記録を除く',
  'row.all': '全体',
  record: '対象',
};
