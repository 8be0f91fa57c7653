import {run} from './zz-exp.ts';
const core=['before','after','before/before','after/before','irregular','wider','qrs like','p like','t like','before like','size','area','p size','faster','slower','template early','template like','template wider','template p','compensated','before/long'];
const o={trees:60,depth:4,rate:.12,lambda:5,min_weight:3};
run(3,[...core,'mean/long','share','width','like before','like after','two steps'],o,{bal:100,posw:1,aug:true},[0,.5],true);
const s=['before','after','before/before','after/before','irregular','early next','two steps','wider','qrs like','p like','t like','before like','p size','template early','template like','compensated','before/long','after/long','mean/long'];
run(2,s,{...o,depth:3},{bal:100,posw:1,aug:true},[0,-.7],true);
run(2,s,{...o,depth:3},{bal:100,posw:3,aug:true},[0],true);
run(2,s,{...o,depth:4},{bal:0,posw:1,aug:true},[-.7],true);
