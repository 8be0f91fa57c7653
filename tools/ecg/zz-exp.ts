import {readFileSync} from 'node:fs';
import {crossValidate} from './boost.ts';
const j=JSON.parse(readFileSync('/tmp/rows.json','utf8')); const buf=readFileSync('/tmp/rows.bin'); const all=new Float32Array(buf.buffer,buf.byteOffset,buf.byteLength/4);
const W=j.width, names:string[]=j.names; const n=j.truth.length;
const isMain=new Uint8Array(n); const nameOf:string[]=[]; const t300=new Uint8Array(n); j.sources.forEach((s:any)=>{ for(let i=0;i<s.n;i++){ const k=s.first+i; nameOf[k]=s.name; if(s.weight===1)isMain[k]=1; if(s.peaks[i]>=300*360)t300[k]=1; }});
export function run(byte:number,feats:string[],opt:any,mode:{bal:number,posw:number,aug:boolean},bars=[0],verbose=false){
 const idx=feats.map(f=>names.indexOf(f)); if(idx.includes(-1)) throw new Error(feats[idx.indexOf(-1)]);
 const keep:number[]=[]; for(let i=0;i<n;i++){ if(j.weights[i]===0&&!isMain[i])continue; if(!mode.aug&&nameOf[i]===undefined)continue; keep.push(i);} 
 const rows=new Float32Array(keep.length*idx.length); keep.forEach((k,r)=>idx.forEach((f,c)=>{rows[r*idx.length+c]=all[k*W+f]!;}));
 const labels=Uint8Array.from(keep,k=>j.truth[k]===byte?1:0); const groups=Uint16Array.from(keep,k=>j.groups[k]);
 const tot=new Map<string,number>(); keep.forEach((k,r)=>{const key=groups[r]+':'+labels[r]; tot.set(key,(tot.get(key)??0)+j.weights[k]);});
 const weights=Float32Array.from(keep,(k,r)=>{const T=tot.get(groups[r]+':'+labels[r])!; const w=j.weights[k]; const b=mode.bal>0?Math.min(1,(mode.bal*(labels[r]?1:4)/T)**0.7):1; return w*b*(labels[r]?mode.posw:1);});
 const odds=crossValidate({rows,width:idx.length,labels,weights,groups},11,opt);
 for(const bar of bars){ let tp=0,fn=0,fp=0; const per=new Map<string,number[]>(); keep.forEach((k,r)=>{ if(!isMain[k]||!t300[k])return; const t=j.truth[k]; const pos=odds[r]!>bar; const e=per.get(nameOf[k]!)??[0,0,0]; if(t===byte){ if(pos){tp++;e[0]++;}else{fn++;e[1]++;} } else if(pos&&t!==6&&t!==5&&!(byte===3&&t===4)){fp++;e[2]++;} per.set(nameOf[k]!,e); });
 console.log(JSON.stringify(opt),JSON.stringify(mode),'bar',bar,'Se',(100*tp/(tp+fn)).toFixed(2),'+P',(100*tp/(tp+fp)).toFixed(2)); if(verbose)console.log([...per].filter(([,e])=>e[1]!>2||e[2]!>2).map(([m,e])=>`${m}:${e[0]}/${e[0]!+e[1]!} fp${e[2]}`).join(' ')); }
}
