import {readWfdb,recordNames} from './records.ts';
import {analyse,unreadSegments} from './run-engine.ts';
import {referenceBeats,flutterSegments} from './reference.ts';
import {compareBeats,beatFigures,percent} from '@rhythmdesk/ecg/scoring/beat-by-beat';
import {leadQuality} from '@rhythmdesk/ecg/signal/quality';
const f=(r:any)=>percent(r).toFixed(2);
for (const n of recordNames('nstdb','.dat')) for (const lead of [0,1]) { const r=readWfdb('nstdb',n); const a=analyse(r,[lead]);
 let noisyT=0,us=0,clean=0,cleanBad=0; a.quality.used.forEach((c,s)=>{ const noisy=s>=300&&((s-300)%240)<120; if(noisy){noisyT++; if(c===0)us++;} else {clean++; if(c!==0)cleanBad++;} });
 const only=[...Array(20).keys()].map(k=>({start:(300+120+240*k)*360,end:(300+240*(k+1))*360-1}));
 const ref=referenceBeats(r.annotations), test=a.beats; const t=(ex:any)=>{const g=beatFigures(compareBeats({reference:ref,test,sampling_hz:360,excluded:ex})); return f(g.qrs_sensitivity)+'/'+f(g.qrs_predictivity)};
 console.log(n,lead,'all',t([]),'usable',t(unreadSegments(a)),'noisyusable',t([...unreadSegments(a),...only].sort((x:any,y:any)=>x.start-y.start)),'kept',(100*us/noisyT).toFixed(1)+'%','clean called bad',(100*cleanBad/clean).toFixed(2)+'%'); }
let bad=0,all=0; let line='';
for (const n of recordNames('mitdb','.dat')) { const r=readWfdb('mitdb',n); const a=analyse(r,[0]); let b=0; for(const c of a.quality.used){ if(c!==0)b++; } bad+=b; all+=a.quality.seconds; line+=`${n}:${(100*b/a.quality.seconds).toFixed(1)} `; }
console.log('mitdb noisy %',(100*bad/all).toFixed(2),line);
