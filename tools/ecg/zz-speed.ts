import {readWfdb,recordNames} from './records.ts';
import {createAnalysis} from '@rhythmdesk/ecg/rhythm/analysis';
import {atWorkRate} from './work-rate.ts';
import {createLeadDetector} from '@rhythmdesk/ecg/beats/lead-detector';
import {createLeadBands} from '@rhythmdesk/ecg/beats/lead-bands';
import {createCandidates} from '@rhythmdesk/ecg/beats/candidates';
import {firstStageModel, secondStageModel} from '@rhythmdesk/ecg/beats/detector-model';
const parts=['101','112','115','119','220','223','209','122'].map(n=>{const r=readWfdb('mitdb',n); return Int16Array.from(atWorkRate(Float32Array.from(r.leads[0]!,v=>v*5),360));});
const one=new Int16Array(parts.reduce((a,p)=>a+p.length,0)); let o=0; for(const p of parts){one.set(p,o);o+=p.length;}
const reps=Number(process.argv[2]??10);
const fl=Float32Array.from(one);
for(let k=0;k<3;k++){ let t=performance.now(); let n=0; const b=createLeadBands(); for(let r=0;r<reps;r++)for(let i=0;i+2048<=fl.length;i+=2048){b.append(fl,i,2048);n+=2048;} let dt=performance.now()-t; console.log('bands',(n/dt/1000).toFixed(0)); 
 t=performance.now(); n=0; const b2=createLeadBands(), c=createCandidates(b2); for(let r=0;r<reps;r++)for(let i=0;i+2048<=fl.length;i+=2048){b2.append(fl,i,2048);c.scan(b2.complete());n+=2048;} dt=performance.now()-t; console.log('cands',(n/dt/1000).toFixed(0)); 
 t=performance.now(); n=0; let nb=0; const d=createLeadDetector({first:firstStageModel,second:secondStageModel},{beat(){nb++},judged(){}}); for(let r=0;r<reps;r++)for(let i=0;i+2048<=fl.length;i+=2048){d.append(fl,i,2048);n+=2048;} d.finish(); dt=performance.now()-t; console.log('detector',(n/dt/1000).toFixed(0),nb);
 t=performance.now(); n=0; const a=createAnalysis({sampling_hz:250,gains_uv:[1]}); for(let r=0;r<reps;r++)for(let i=0;i<one.length;i+=100000){a.push(one.subarray(i,i+100000));} const t1=performance.now(); const res=a.finish(); dt=performance.now()-t; n=reps*one.length; console.log('whole',(n/dt/1000).toFixed(1),'finish',(performance.now()-t1).toFixed(0),'beats',res.beats.samples.length,'hours',(n/250/3600).toFixed(1));
}
