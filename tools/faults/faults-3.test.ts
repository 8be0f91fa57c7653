import { testShortForms } from './test-short-forms.ts';

testShortForms(2);
