import { lintRules } from './tools/checks/lint-rules.ts';

export default lintRules;
