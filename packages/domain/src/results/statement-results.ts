/** Lists what a report states beside its figures: conclusion, severity, and the versions that it was made from. */
import type { ResultRow } from './result-row.ts';

export const statementResults = {
  conclusion: {
    group: 'statement',
    from: 'document.conclusion',
    unit: null,
    rule: 'The text of the conclusion as its author wrote it.',
    loinc: { code: '18844-1', display: 'EKG impression' },
    texts: {
      en: ['Conclusion', 'Conclusion of the report'],
      ja: ['総合所見', '報告書の総合所見'],
      ko: ['종합 소견', '보고서의 종합 소견'],
      zh: ['结论', '报告结论'],
    },
  },
  severity: {
    group: 'statement',
    from: 'document.case.severity',
    unit: null,
    rule: 'The severity that the reader chose: none, low, moderate, high or critical.',
    texts: {
      en: ['Severity', 'Severity of the findings'],
      ja: ['重症度', '所見の重症度'],
      ko: ['중증도', '소견의 중증도'],
      zh: ['严重程度', '所见的严重程度'],
    },
  },
  report_version: {
    group: 'versions',
    from: 'document.report_version',
    unit: null,
    rule: 'Number of the report; an amended report has the next number.',
    texts: {
      en: ['Report version', 'Version of the report'],
      ja: ['報告書の版', '報告書の版'],
      ko: ['보고서 버전', '보고서 버전'],
      zh: ['报告版本', '报告版本'],
    },
  },
  analysis_version: {
    group: 'versions',
    from: 'document.analysis_version',
    unit: null,
    rule: 'Number of the analysis that the reading began with.',
    texts: {
      en: ['Analysis version', 'Version of the analysis'],
      ja: ['解析の版', '解析の版'],
      ko: ['분석 버전', '분석 버전'],
      zh: ['分析版本', '分析版本'],
    },
  },
  engine_version: {
    group: 'versions',
    from: 'summary.engine_version',
    unit: null,
    rule: 'Version of the engine that made the analysis.',
    texts: {
      en: ['Engine version', 'Version of the analysis engine'],
      ja: ['解析エンジンの版', '解析エンジンの版'],
      ko: ['분석 엔진 버전', '분석 엔진 버전'],
      zh: ['分析引擎版本', '分析引擎版本'],
    },
  },
  reading_edit: {
    group: 'versions',
    from: 'document.figures.sequence',
    unit: null,
    rule: 'Number of the last edit of the reading; 0 without an edit.',
    texts: {
      en: ['Last edit', 'Number of the last edit of the reading'],
      ja: ['最後の編集', '判読の最後の編集番号'],
      ko: ['마지막 편집', '판독의 마지막 편집 번호'],
      zh: ['最后编辑', '判读的最后编辑编号'],
    },
  },
  reading_checksum: {
    group: 'versions',
    from: 'document.figures.checksum',
    unit: null,
    rule: 'Checksum of the reading: sixteen hexadecimal digits.',
    texts: {
      en: ['Reading checksum', 'Checksum of the reading'],
      ja: ['判読の照合値', '判読の照合値'],
      ko: ['판독 검증값', '판독 검증값'],
      zh: ['判读校验值', '判读校验值'],
    },
  },
  open_items: {
    group: 'versions',
    from: 'document.figures.open_items',
    unit: '{findings}',
    rule: 'Number of episodes, templates, extremes and patient events that no reader has judged.',
    texts: {
      en: ['Not judged', 'Items that no reader has judged'],
      ja: ['未判定', '未判定の項目数'],
      ko: ['미판정', '판정되지 않은 항목 수'],
      zh: ['未判定', '未判定的项目数'],
    },
  },
} as const satisfies Record<string, ResultRow>;
