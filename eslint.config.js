import { lintRules } from './tools/checks/lint-rules.mjs';

export default lintRules(import.meta.dirname);
