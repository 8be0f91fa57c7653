import {readWfdb,recordNames} from './records.ts';
import {createAnalysis} from '@rhythmdesk/ecg/rhythm/analysis';
import {summarise} from '@rhythmdesk/ecg/rhythm/summarise';
import {encodeBeats,decodeBeats} from '@rhythmdesk/ecg/beats/beat-file';
import {interleaved} from './interleaved.ts';
const r=readWfdb('mitdb',process.argv[2]??'203'); const chunk=interleaved(r,[0]);
let base:any;
for(const size of [chunk.length,10000,777]){ const t=performance.now(); const a=createAnalysis({sampling_hz:360,gains_uv:[5]}); for(let i=0;i<chunk.length;i+=size)a.push(chunk.subarray(i,i+size)); const o=a.finish(); const dt=performance.now()-t; const b=encodeBeats(o); if(!base)base=o; const bb=encodeBeats(base); console.log('same', b.length===bb.length&&b.every((x,i)=>x===bb[i])); console.log(size,dt.toFixed(0)+'ms',(chunk.length/dt/1000).toFixed(1)+'M/s',b.length,o.beats.samples.length, (b.length/o.beats.samples.length).toFixed(1), chunk.length===size||size===10000?'':'', decodeBeats(b).ok); if(size!==777)continue; }
const s={...base.summary,episodes:base.summary.episodes.slice(0,5),lanes:base.summary.lanes.map((l:any)=>l.kind+':'+l.spans.length)}; console.log(JSON.stringify(s));
