import {tryCase} from '/work/wt-csvc/test/fuzz/tables.js';
const from=Number(process.argv[3]??0), n=Number(process.argv[2]??2000), show=Number(process.argv[4]??0), filt=process.argv[5];
const t={},w={}; let wrong=0, nd=0, ref=0; const ex=[];
for(let s=from;s<from+n;s++){ try{const r=await tryCase(s); t[r.outcome]=(t[r.outcome]??0)+1; if(r.outcome.startsWith('refused without')){ref++;nd++; if(filt==='refused') ex.push(s+' '+r.outcome+' '+r.category);} else if(r.outcome==='right')nd++; }catch(e){ if(!e.input) {console.log(s); throw e} wrong++; const k=/: ([^(]*) \((.*?);/.exec(e.message); const key=k[1]+' | '+k[2]; w[key]=(w[key]??0)+1; if(!filt||(filt!=='refused'&&e.message.includes(filt))) ex.push(e.message.slice(0,700)); } }
console.log(t); console.log('wrong',wrong,'refused without doubt',ref,'of',nd,(100*ref/nd).toFixed(1)+'%'); console.log(Object.entries(w).sort((a,b)=>b[1]-a[1]).slice(0,40).map(x=>x[1]+' '+x[0]).join('\n')); console.log(ex.slice(0,show).join('\n\n'));
