import {readWfdb} from './records.ts';
import {referenceBeats} from './reference.ts';
import {writeFileSync} from 'node:fs';
const [,,name,t0,dur,lead]=process.argv; const r=readWfdb('mitdb',name!); const a=Math.round(+t0!*360), n=Math.round(+dur!*360);
writeFileSync('/tmp/seg.json',JSON.stringify({x:[...r.leads[+(lead??0)]!.subarray(a,a+n)], b:r.annotations.filter(q=>q.sample>=a&&q.sample<a+n).map(q=>[q.sample-a,q.symbol]), t0:+t0!}));
