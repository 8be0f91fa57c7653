import { afFeatureCount, afFeatureNames, writeAfFeatures } from '@rhythmdesk/ecg/rhythm/af-features';
import {readAfdbBeats, recordNames} from './records.ts';
const rows:number[][]=[]; const lab:number[]=[]; const grp:string[]=[];
for(const n of recordNames('afdb_beats','.qrs')){const b=readAfdbBeats(n); const rr=new Float32Array(b.samples.length); for(let i=1;i<rr.length;i++){const s=(b.samples[i]!-b.samples[i-1]!)/250; rr[i]=s>.15&&s<3?s:0;}
 const hr = rr.map(x=>x>0?x:0);
 for(let i=0;i<rr.length;i+=8){ if(b.rhythms[i]==='AFL')continue; const r=new Float32Array(afFeatureCount); writeAfFeatures(rr,i,r,0);
 // zhou symbolic dynamics over 127 beats
 rows.push([...r, zhou(rr,i)]); lab.push(b.rhythms[i]==='AFIB'?1:0); grp.push(n);} }
function zhou(rr:Float32Array,c:number){ const sy:number[]=[]; for(let i=c-63;i<=c+63;i++){const v=rr[i]??0; const h=v>0?Math.floor(60/v):0; sy.push(h>=315?63:Math.floor(h/5));} const m=new Map<number,number>(); for(let i=2;i<sy.length;i++){const w=sy[i]!+sy[i-1]!*64+sy[i-2]!*4096; m.set(w,(m.get(w)??0)+1);} const N=sy.length-2; let e=0; for(const v of m.values()) e-=v/N*Math.log2(v/N); return m.size/N/Math.log2(N)*e; }
const names=[...afFeatureNames,'zhou'];
for(let f=0;f<names.length;f++){ const v=rows.map((r,i)=>[r[f]!,lab[i]!,grp[i]!] as const).sort((a,b)=>b[0]-a[0]); const P=lab.reduce((a,b)=>a+b,0),N=lab.length-P; let tp=0,fp=0,best=0,bt=0,bs='';
 for(const [x,l] of v){ if(l)tp++; else fp++; const s=Math.min(tp/P,1-fp/N); if(s>best){best=s;bt=x;bs=(100*tp/P).toFixed(2)+'/'+(100-100*fp/N).toFixed(2);} }
 const by=new Map<string,number[]>(); for(const [x,l,g] of v){ const e=by.get(g)??[0,0]; if((x>=bt)!==(l===1)) e[l]++; by.set(g,e);} 
 console.log(names[f],bt.toFixed(3),bs,[...by].filter(([,e])=>e[0]!+e[1]!>40).map(([g,e])=>g+':fp'+e[0]!*8+',fn'+e[1]!*8).join(' ')); }
