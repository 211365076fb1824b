import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BlockEditor } from '../../../src/csv/block-editor.js';
import { planFields } from '../../../src/csv/plan/plan-fields.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { editEntry, keptFields, newCounts, ruleOf, runsOf, transformsOf } from '../edit-entry.js';

/** @import { BlockEditorState } from '../../../src/csv/block-editor-state.js' */
/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

it('a header that comes again under a rule is not compiled again', () => {
  const rule = ruleOf({ drop: ['email'], names: 'loose' });
  const transforms = transformsOf(rule);
  const plan = planFields(rule, transforms, ['id', 'email'], 2);
  assert.equal(planFields(rule, transforms, ['id', 'email'], 2), plan);
  assert.notEqual(planFields(rule, transforms, ['email', 'id'], 2), plan);
  // Only the last one is kept.
  assert.notEqual(planFields(rule, transforms, ['id', 'email'], 2), plan);
});

describe('names that match loosely', () => {
  it('drop every match, exact and loose', () => {
    assert.deepEqual(keptOf({ drop: ['email'] }, ['id', 'email', 'EMAIL ', '"email', 'e-mail']), ['id', 'e-mail']);
    assert.deepEqual(keptOf({ drop: ['EMAIL'] }, ['id', 'email', '\ufeffEmail']), ['id']);
  });

  for (const key of /** @type {const} */ (['keep', 'require', 'phones'])) {
    it(`mean the field with the exact name for "${key}", if there is one`, () => {
      assert.deepEqual(foundBy(key, 'email', ['EMAIL', 'email', 'Email']), [1]);
    });

    it(`mean the only other field for "${key}"`, () => {
      assert.deepEqual(foundBy(key, 'email', ['id', ' EMAIL', 'e-mail']), [1]);
    });

    it(`mean both fields of one name for "${key}"`, () => {
      assert.deepEqual(foundBy(key, 'email', ['email', 'EMAIL', 'email']), [0, 2]);
      assert.deepEqual(foundBy(key, 'email', ['EMAIL', 'id', 'EMAIL']), [0, 2]);
    });

    it(`are an error for "${key}" if two different names match`, () => {
      for (const missing of /** @type {const} */ (['fail', 'ignore'])) {
        assert.throws(() => foundBy(key, 'email', ['id', 'EMAIL', 'EMAIL', 'E\u001bmail', 'Email '], { missing }), {
          name: 'CsvError',
          code: 'csv/ambiguous-field',
          message:
            `"${key}" names the field "email", which matches both "EMAIL" and "Email "; write the name exactly, ` +
            'name the field by its position (1 or 4), or set "names": "exact"',
        });
      }
    });
  }

  it('do nothing if the rule says "names": "exact"', () => {
    assert.deepEqual(keptOf({ drop: ['email'], names: 'exact' }, ['email', 'EMAIL']), ['EMAIL']);
    assert.throws(() => foundBy('require', 'email', ['EMAIL'], { names: 'exact' }), { code: 'csv/missing-field' });
  });

  it('give a phone the format of its exact name, whatever else matches it', () => {
    const [e164, national] = [format('e164'), format('national')];
    const phones = /** @type {CsvRule['phones']} */ (
      ['Phone', 'phone'].map(field => ({ field, format: 'strip', country: null }))
    );
    const rule = ruleOf({ phones, names: 'loose' });
    for (const [names, formats] of /** @type {[string[], unknown[]][]} */ ([
      [
        ['Phone', 'phone'],
        [e164, national],
      ],
      [['Phone'], [e164]],
      [['phone'], [national]],
      [['PHONE'], [e164]],
    ])) {
      const plan = planFields(rule, transformsOf(rule, { phones: [e164, national] }), names, names.length);
      assert.deepEqual(
        runsOf(plan).flatMap(run => run.changes.map(({ phone }) => phone?.format)),
        formats,
      );
    }
  });

  it('filter by a field that another spelling drops', async () => {
    const rule = /** @type {Partial<CsvRule>} */ ({ drop: ['email'], require: ['E-MAIL', 'Email'], names: 'loose' });
    const { output } = await editEntry('id,EMAIL,e-mail\n1,a,b\n2,,b\n3,a,\n', rule);
    assert.equal(output.toString(), 'id,e-mail\n1,b\n');
  });

  it('leave the header as it is written', async () => {
    const { output } = await editEntry('\xef\xbb\xbfID, Name ,"E""Mail"\n1,2,3\n', { drop: ['name'], names: 'loose' });
    assert.equal(output.toString('latin1'), '\xef\xbb\xbfID,"E""Mail"\n1,3\n');
  });
});

describe('fields by name or position', () => {
  const names = fc.constantFrom('a', 'A', ' a', '"a"', 'b', 'B ', 'é', 'e\u0301', 'c');
  const fields = fc.array(fc.oneof(names, fc.nat(5)), { maxLength: 3 });

  it('are those that comparing each with each finds', () => {
    const rules = fc.record({
      drop: fields,
      keep: fc.option(fields),
      require: fields,
      missing: fc.constantFrom('fail', 'ignore'),
      names: fc.constantFrom('loose', 'exact'),
    });
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 5 }), rules, (header, rule) => {
        const expected = naivePlan(header, ruleOf(rule));
        if (typeof expected === 'string') return assert.throws(() => planOf(rule, header), { code: expected });
        const plan = planOf(rule, header);
        const required = plan.tests.map(({ index }) => index);
        assert.deepEqual({ kept: keptFields(plan), required, missing: plan.missing }, expected);
      }),
      { numRuns: caseCount(1000) },
    );
  });
});

/**
 * @param {string[]} header
 * @param {CsvRule} rule
 * @returns {string | { kept: number[], required: number[], missing: string[] }} An error's code, or the plan.
 */
function naivePlan(header, rule) {
  const key = (/** @type {string} */ name) =>
    rule.names === 'exact' ? name : name.replaceAll(/[ "]/g, '').toLowerCase().normalize('NFC');
  const missing = new Set();
  let error = '';
  /** @param {string | number} field @param {boolean} isEvery */
  const find = (field, isEvery) => {
    const positions = header.map((_, index) => index);
    const exact = positions.filter(index => index === field || header[index] === field);
    const loose = positions.filter(index => typeof field === 'string' && key(header[index]) === key(field));
    const found = (isEvery || exact.length === 0) && typeof field === 'string' ? loose : exact;
    if (found.length === 0 && rule.missing === 'fail') error ||= 'csv/missing-field';
    if (found.length === 0) missing.add(typeof field === 'string' ? field : `position ${field}`);
    const isAmbiguous = !isEvery && typeof field === 'string' && new Set(found.map(index => header[index])).size > 1;
    if (isAmbiguous) error ||= 'csv/ambiguous-field';
    return found;
  };
  const dropped = rule.drop.flatMap(field => find(field, true));
  const wanted = rule.keep?.flatMap(field => find(field, false));
  const required = rule.require.flatMap(field => find(field, false));
  const kept = header.flatMap((_, index) =>
    dropped.includes(index) || wanted?.includes(index) === false ? [] : [index],
  );
  if (kept.length === 0) error ||= 'csv/nothing-kept';
  return error || { kept, required: [...new Set(required)], missing: /** @type {string[]} */ ([...missing]) };
}

describe('a field that the entry lacks', () => {
  for (const [field, meant] of [
    ['emial', 'email'],
    ['email', 'e-mail'],
    ['first name', 'first_name'],
  ]) {
    it(`is an error that suggests "${meant}" for "${field}"`, () => {
      assert.throws(() => foundBy('require', field, ['id', meant]), {
        code: 'csv/missing-field',
        message:
          `"require" names the field "${field}", which the entry lacks; did you mean "${meant}"? ` +
          `It has "id", "${meant}"; or, if such entries may lack it, set "missing": "ignore"`,
      });
    });
  }

  it('is an error that shows the names as the recipe can have them', () => {
    const names = ['Name\r\n(full)', 'a "b"', '\u202e\u0085\\', '\t'];
    assert.throws(
      () => foundBy('require', 'email', names),
      ({ message }) => {
        const listed = /it has (.*?"); /s.exec(message)?.[1];
        return JSON.stringify(JSON.parse(`[${listed}]`)) === JSON.stringify(names);
      },
    );
  });

  it('is an error that suggests the loose match if names are exact', () => {
    assert.throws(() => foundBy('require', 'email', ['id', 'EMAIL'], { names: 'exact' }), {
      message: /^"require" names the field "email", which the entry lacks; did you mean "EMAIL"\? It has /,
    });
  });

  it('costs no time to suggest a name for, among 65,536 names or with a name of 1 MB', () => {
    const long = 'x'.repeat(1_000_000);
    const names = Array.from({ length: 65_536 }, (_, index) => `column ${index}`).concat(`${long}y`);
    assert.throws(() => foundBy('require', 'kolumn 7', names), { message: /did you mean "column 7"\?/ });
    assert.throws(
      () => foundBy('require', long, names),
      ({ message }) => message.length < 2000 && message.startsWith(`"require" names the field "${'x'.repeat(100)}…", `),
    );
  });

  it('is told of if it is ignored: once, in the order of the keys', () => {
    const rule = /** @type {Partial<CsvRule>} */ ({
      phones: [
        { field: 'fax', format: 'strip', country: null },
        { field: 'EMAIL', format: 'strip', country: null },
      ],
      require: [7, 'mail', 'email'],
      drop: ['mail', 'Mail', 1],
      missing: 'ignore',
      names: 'loose',
    });
    assert.deepEqual(planOf(rule, ['id', 'name', ' email']).missing, ['mail', 'Mail', 'position 7', 'fax']);
    assert.deepEqual(planOf({ drop: ['id'] }, ['id', 'name']).missing, []);
  });

  it('is told of by an editor that resumes in the middle of an entry', () => {
    const rule = ruleOf({ drop: ['email', 'fax'], missing: 'ignore', names: 'loose' });
    const limits = { rule, transforms: transformsOf(rule), maxRecordBytes: 1 << 20, maxDescribed: 100 };
    const [before, after] = [newCounts(), newCounts()];
    const editor = new BlockEditor({ ...limits, counts: before });
    editor.edit(Buffer.from('id,Email\n1,a\n2,'.padEnd(2000, 'b')), false);
    assert.deepEqual(before.missing, ['fax']);
    const resumed = new BlockEditor({ ...limits, counts: after });
    resumed.restore(/** @type {BlockEditorState} */ (editor.snapshot()));
    assert.deepEqual(after.missing, ['fax']);
    assert.equal(Buffer.concat(resumed.edit(Buffer.from('\n'), true).output).toString(), '2\n');
  });

  it('is told of in a list of bounded length', () => {
    const drop = Array.from({ length: 10_000 }, (_, index) => `${index} ${'x'.repeat(1000)}`);
    const { missing } = planOf({ drop, missing: 'ignore' }, ['id']);
    assert.equal(missing.length, 5);
    assert.equal(missing[4], 'and 9996 more');
    assert.ok(JSON.stringify(missing).length <= 530);
  });
});

/**
 * @param {Partial<CsvRule>} rule
 * @param {string[]} names
 */
function keptOf(rule, names) {
  return keptFields(planOf(rule, names)).map(index => names[index]);
}

/**
 * The positions that a key takes a field for.
 *
 * @param {'keep' | 'require' | 'phones'} key
 * @param {string} field
 * @param {string[]} names
 * @param {Partial<CsvRule>} [rule]
 */
function foundBy(key, field, names, rule) {
  const fields = key === 'phones' ? [{ field, format: /** @type {const} */ ('strip'), country: null }] : [field];
  const plan = planOf({ ...rule, [key]: fields }, names);
  if (key === 'require') return plan.tests.map(({ index }) => index);
  if (key === 'phones') return runsOf(plan).flatMap(run => run.changes.map(({ index }) => index));
  return keptFields(plan);
}

/**
 * @param {Partial<CsvRule>} rule
 * @param {string[]} names
 */
function planOf(rule, names) {
  const whole = ruleOf({ names: 'loose', ...rule });
  return planFields(whole, transformsOf(whole), names, names.length);
}

/** @param {string} name */
function format(name) {
  return /** @type {any} */ ({ name });
}
