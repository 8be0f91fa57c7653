import { testShortForms } from './test-short-forms.ts';

testShortForms(3);
