import {findBeats} from './train-classes.ts';
