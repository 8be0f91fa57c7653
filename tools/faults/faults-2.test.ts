import { testShortForms } from './short-forms.ts';

testShortForms(1);
