import { mkdtemp, rm, writeFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
const { DIMENSIONS } = await import('/work/wt-cost2/test/behaviour/cost/dimensions.js');
const { Meter } = await import('/work/wt-cost2/test/behaviour/cost/measure.js');
const want = process.argv[2] ? new RegExp(process.argv[2]) : /./;
const factors = (process.argv[3] ?? '1,10').split(',').map(Number);
const mb = b => (b/1e6).toFixed(1).padStart(6);
for (const d of DIMENSIONS) {
  if (!want.test(`${d.kind}: ${d.title}`)) continue;
  const base = await mkdtemp('/tmp/sluice-cost-');
  const meter = new Meter();
  try {
    const row = [];
    let first = true;
    for (const f of [0.01, ...factors]) {
      const size = Math.max(1, Math.round(d.size * f));
      const { zip, recipe, event, bytes = 0 } = d.make(size);
      const act = { kind: d.kind };
      const dir = join(base, String(f)); await import('node:fs').then(fs => fs.mkdirSync(dir));
      let total = 0;
      if (zip) { act.archive = join(dir, 'x.zip'); await writeFile(act.archive, zip); total += zip.length; act.to = join(dir, 'out'); }
      if (recipe) { act.recipe = join(dir, 'r.json'); const t = typeof recipe === 'string' ? recipe : JSON.stringify(recipe); await writeFile(act.recipe, t); total += t.length; }
      if (event) { act.event = join(dir, 'e.json'); const t = JSON.stringify(event); await writeFile(act.event, t); total += t.length; }
      const c = await meter.measure(act);
      let man = '';
      if (d.kind === 'run') { const t = await readFile(join(act.to, 'x/_manifest.json'), 'utf8').catch(() => '');
        let most = 0, mostBeyond = 0, n = 0; if (t) for (const e of JSON.parse(t).entries) { const { path, output, rejected, reasons, ...rest } = e; const l = Buffer.byteLength(JSON.stringify(rest)); if (e.error && !e.error.message) { mostBeyond = Math.max(mostBeyond, l); n++; } else most = Math.max(most, l); }
        man = `man ${mb(t.length)} most ${most} beyond ${mostBeyond}`;
        try { const r = (await stat(join(act.to, '_reasons/x/a.csv'))).size; man += ` reasons ${mb(r)}`; } catch {}
      }
      if (f === 0.01 && factors[0] !== 0.01) { row.push(`warm`); continue; }
      row.push(`| ${mb(total)}+${mb(bytes)} cpu ${c.cpuMs.toFixed(0).padStart(6)} held ${c.heldCpuMs.toFixed(0).padStart(5)}/${c.heldMs.toFixed(0).padStart(5)} grown ${mb(c.grownBytes)} ${c.error ?? ''} ${man}`);
    }
    console.log(`${d.kind}: ${d.title}\n     ${row.join('\n     ')}`);
  } catch (e) { console.log(`${d.kind}: ${d.title} FAILED ${e.message}`); }
  finally { meter.end(); await rm(base, { recursive: true, force: true }); }
}
