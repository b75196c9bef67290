import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { getInitialValue, type Kind } from '#contract/fields.ts';
import { getCollection, resourceNames } from '#contract/records.ts';
import { emptyInapplicable, findRuleViolations } from '#contract/rules.ts';
import { matchesQuery } from '#contract/searchText.ts';
import { queryRows } from '#server/db/database.ts';
import { findUniqueIndexField } from '#server/db/indexes.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { compare, emptyFilters, filtersOf } from '#tests/support/filters.ts';
import {
  itemsIn,
  makeTargets,
  recordIn,
  requiredBody,
  type Sample,
  sampleBody,
  sampleChange,
  sampleValue,
  strangeValue,
  type Targets,
  targetOf,
  textField,
} from '#tests/support/samples.ts';
import { describeOnBoth } from '#tests/support/server.ts';
import { RUSSIAN } from '#tests/support/words.ts';

/** Enough records for some to share a value and some to have none. */
const LISTED = 8;

for (const resource of resourceNames) {
  const collection = getCollection(resource);
  const { path, fields } = collection;
  const fieldEntries = Object.entries(fields);
  const writable = fieldEntries.filter(([, { readOnly }]) => !readOnly);
  /** Passwords are written and never read back. */
  const hidden = fieldEntries.filter(([, { kind }]) => kind === 'password').map(([name]) => name);
  const shown = (record: unknown): Sample =>
    Object.fromEntries(Object.entries(record as Sample).filter(([name]) => !hidden.includes(name))) as Sample;
  /** Fields that the server fills in. */
  const made = (record: Sample) =>
    Object.fromEntries(fieldEntries.filter(([, { readOnly }]) => readOnly).map(([name]) => [name, record[name]]));
  const word = textField(collection);

  describeOnBoth(`Collection ${resource}`, server => {
    const begin = async () => {
      const targets = await makeTargets(server(), collection);
      const send = await server().as('admin');
      // Declared references exist from the start, and so do roles and the user who sends the requests.
      if (!resource.startsWith('settings/')) return { targets, send };
      await server().db.delete(getBinding(resource).table as PgTable);
      return { targets, send };
    };
    const fill = async (targets: Targets): Promise<Sample[]> => {
      const send = await server().as('admin');
      const all = itemsIn(await send('GET', `${path}?sort=id&page=1&per_page=100`));
      for (let n = 0; n < LISTED; n += 1) {
        const body = n % 4 === 3 ? requiredBody(collection, n, targets) : sampleBody(collection, n, targets);
        all.push(shown(recordIn(await send('POST', path, body))));
      }
      return all;
    };

    it('[X460] returns which record has a unique value, as the database guards it', async () => {
      const { targets, send } = await begin();
      const indexes = await queryRows<{ name: string }>(
        server().db,
        sql`select indexname as name from pg_indexes
          where tablename = ${getBinding(resource).tableName} and indexdef like 'CREATE UNIQUE%'`,
      );
      const guarded = indexes.flatMap(({ name }) => findUniqueIndexField(getBinding(resource).tableName, name) ?? []);
      const unique = fieldEntries.filter(([, field]) => field.unique).map(([name]) => name);
      expect(unique.toSorted()).toEqual(guarded.toSorted());
      const record = recordIn(await send('POST', path, sampleBody(collection, 1, targets)));
      for (const name of unique) {
        const query = new URLSearchParams({ field: name, value: String(record[name]) });
        const { result } = await send('GET', `${path}/duplicate?${query}`);
        expect([name, result]).toEqual([name, { id: record['id'], name: record['name'] }]);
        expect((await send('GET', `${path}/duplicate?${query}&except=${record['id']}`)).result).toBeNull();
      }
      expect((await send('GET', `${path}/duplicate?field=version&value=1`)).status).toBe(400);
    });

    it('[X1] [X16] [X24] stores what was written and returns it unchanged', async () => {
      const { targets, send } = await begin();
      const body = sampleBody(collection, 2, targets);
      const created = await send('POST', path, body);
      expect(created).toMatchObject({ status: 200, code: 200, message: 'success', result: { ...body, version: 1 } });
      const { id, created_at, updated_at } = recordIn(created);
      expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(updated_at).toBe(created_at);
      expect((await send('GET', `${path}/${id}`)).result).toEqual(shown(created.result));
    });

    it('[X16] a field left out of a POST gets its initial value', async () => {
      const { targets, send } = await begin();
      const body = requiredBody(collection, 1, targets);
      const expected = Object.fromEntries(
        writable
          .filter(([name]) => !hidden.includes(name))
          .map(([name, field]) => [name, body[name] ?? (field.kind === 'place' ? 1 : getInitialValue(field))]),
      );
      expect((await send('POST', path, body)).result).toMatchObject(expected);
    });

    it('[X13] a PUT changes only the fields in its body', async () => {
      const { targets, send } = await begin();
      const before = recordIn(await send('POST', path, sampleBody(collection, 1, targets)));
      // Backwards, because a rule may compare two dates: the end has to move before the beginning does.
      for (const [index, [name]] of [...writable.entries()].toReversed()) {
        const body = sampleChange(collection, name, 4 + index, targets);
        const record = recordIn(await send('GET', `${path}/${before.id}`));
        server().advance(1000);
        const { result } = await send('PUT', `${path}/${before.id}`, body);
        const stored = { ...body, ...emptyInapplicable(collection, { ...record, ...body }) };
        const isChange = Object.entries(stored).some(([one, to]) => JSON.stringify(record[one]) !== JSON.stringify(to));
        expect(result).toEqual({
          ...record,
          ...made(result as Sample),
          ...shown(stored),
          version: record.version + (isChange ? 1 : 0),
          updated_at: isChange ? expect.any(String) : record['updated_at'],
        });
      }
    });

    it('[X13] an optional field can be cleared', async () => {
      const { targets, send } = await begin();
      const record = recordIn(await send('POST', path, sampleBody(collection, 1, targets)));
      // A field that a rule of the record requires must not be emptied.
      const mayBeEmpty = writable.filter(
        ([name, { schema }]) =>
          schema.safeParse(null).success &&
          Object.keys(findRuleViolations(collection, { ...record, [name]: null }, [name])).length === 0,
      );
      const empty = Object.fromEntries(mayBeEmpty.map(([name]) => [name, null]));
      expect(await send('PUT', `${path}/${record.id}`, empty)).toMatchObject({ status: 200, result: shown(empty) });
    });

    it('[X17] a PUT with an outdated version is a 409 with the current record', async () => {
      const { targets, send } = await begin();
      const { id } = recordIn(await send('POST', path, sampleBody(collection, 1, targets)));
      const text = sampleBody(collection, 2, targets)[word];
      expect((await send('PUT', `${path}/${id}`, { [word]: text, version: 1 })).status).toBe(200);
      const now = await send('GET', `${path}/${id}`);
      const late = await send('PUT', `${path}/${id}`, { [word]: 'Поздно', version: 1 });
      expect(late).toMatchObject({ status: 409, code: 409, message: expect.stringMatching(RUSSIAN) });
      expect(late.result).toEqual(now.result);
      expect((await send('GET', `${path}/${id}`)).result).toEqual(now.result);
    });

    it('[X17] when two save the same version at once, one of them gets a 409', async () => {
      const { targets, send } = await begin();
      const { id } = recordIn(await send('POST', path, sampleBody(collection, 1, targets)));
      const answers = await Promise.all(
        ['Один', 'Другой', 'Третий'].map(text => send('PUT', `${path}/${id}`, { [word]: text, version: 1 })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    });

    it('[X14] a DELETE returns the record it removed', async () => {
      const { targets, send } = await begin();
      const created = await send('POST', path, sampleBody(collection, 1, targets));
      const { id } = recordIn(created);
      expect((await send('DELETE', `${path}/${id}`)).result).toEqual(shown(created.result));
      expect(await send('GET', `${path}/${id}`)).toMatchObject({ status: 404, code: 404 });
      expect(await send('PUT', `${path}/${id}`, {})).toMatchObject({ status: 404 });
      expect(await send('DELETE', `${path}/${id}`)).toMatchObject({ status: 404 });
    });

    it('[X15] bulk PUT and DELETE return the ids they changed, and no others', async () => {
      const { targets, send } = await begin();
      const all = await fill(targets);
      const [first, second, third] = all.slice(-LISTED);
      const ids = [first?.id, second?.id, 999_999];
      const changes = writable.filter(([name, field]) => !field.unique && !hidden.includes(name));
      const data = Object.fromEntries(changes.map(([name, field]) => [name, sampleValue(field, 5, targets)]));
      expect((await send('PUT', path, { ids, data })).result).toMatchObject({ ids: ids.slice(0, 2) });
      const changed = (await send('GET', `${path}/${first?.id}`)).result;
      expect(changed).toEqual({
        ...first,
        ...made(changed as Sample),
        ...data,
        ...emptyInapplicable(collection, data),
        version: 2,
        updated_at: expect.any(String),
      });
      expect((await send('GET', `${path}/${third?.id}`)).result).toEqual(third);
      expect(await send('PUT', path, { ids, data: { version: 1 } })).toMatchObject({ status: 400 });
      expect((await send('DELETE', path, { ids })).result).toMatchObject({ ids: ids.slice(0, 2) });
      expect((await send('GET', `${path}?per_page=100`)).result).toMatchObject({ total: all.length - 2 });
    });

    it('[X18] a repeated Idempotency-Key returns the first response again, even for simultaneous calls', async () => {
      const { targets, send } = await begin();
      const before = itemsIn(await send('GET', `${path}?page=1&per_page=100`)).length;
      const body = sampleBody(collection, 1, targets);
      const headers = { 'Idempotency-Key': 'one and the same' };
      const [one, two] = await Promise.all([1, 2].map(() => send('POST', path, body, headers)));
      const again = await send('POST', path, body, headers);
      expect(one?.status).toBe(200);
      expect([two?.result, again.result].map(shown)).toEqual([one?.result, one?.result].map(shown));
      expect(await send('POST', path, { ...body, [word]: 'Другое' }, headers)).toMatchObject({ status: 409 });
      expect((await send('GET', `${path}?page=1`)).result).toMatchObject({ total: before + 1 });
    });

    it('[X31] a read-only field is a 400 in a POST, a PUT and a bulk PUT', async () => {
      const { targets, send } = await begin();
      const body = sampleBody(collection, 1, targets);
      const { id } = recordIn(await send('POST', path, body));
      const readOnly = fieldEntries.filter(([, field]) => field.readOnly).map(([name]) => name);
      const forbidden = [
        'id',
        'created_at',
        'updated_at',
        'updated_by',
        'search',
        'reference',
        'extra',
        '__proto__x',
        ...readOnly,
      ];
      for (const name of forbidden) {
        const expected = { status: 400, errors: { [name]: [expect.stringMatching(RUSSIAN)] } };
        expect(await send('POST', path, { ...body, [name]: 1 })).toMatchObject(expected);
        expect(await send('PUT', `${path}/${id}`, { [name]: 1 })).toMatchObject(expected);
        expect((await send('PUT', path, { ids: [id], data: { [name]: 1 } })).status).toBe(400);
      }
      expect((await send('POST', path, { ...body, version: 7 })).status).toBe(400);
      expect((await send('PUT', `${path}/${id}`, JSON.parse('{"__proto__":{"name":1}}'))).status).toBe(400);
    });

    it('[X3] each invalid field has an error in Russian', async () => {
      const { targets, send } = await begin();
      const body = sampleBody(collection, 1, targets);
      for (const [name, { required, kind }] of writable) {
        const wrong = await send('POST', path, { ...body, [name]: objects.has(kind) ? 7 : { wrong: true } });
        expect(wrong).toMatchObject({ status: 400, errors: { [name]: [expect.stringMatching(RUSSIAN)] } });
        if (!required) continue;
        const { [name]: _, ...without } = body;
        expect((await send('POST', path, without)).errors).toEqual({ [name]: ['Заполните поле'] });
        expect((await send('POST', path, { ...body, [name]: null })).errors).toEqual({ [name]: ['Заполните поле'] });
      }
    });

    it('[X26] a field cannot refer to a record that does not exist', async () => {
      const { targets, send } = await begin();
      for (const [name, field] of writable.filter(([, field]) => targetOf(field))) {
        const body = { ...sampleBody(collection, 1, targets), [name]: strangeValue(field) };
        expect((await send('POST', path, body)).errors).toEqual({ [name]: ['Такой записи нет'] });
      }
    });

    it('[X8] [X9] [X12] a list returns a page and refuses unknown parameters', async () => {
      const { targets, send } = await begin();
      const total = (await fill(targets)).length;
      const page = await send('GET', `${path}?page=2&per_page=3&sort=id`);
      expect(page.result).toMatchObject({ total, page: 2, per_page: 3 });
      expect(itemsIn(page)).toHaveLength(3);
      expect((await send('GET', `${path}?page=99`)).result).toMatchObject({ items: [], total });
      expect((await send('GET', `${path}?per_page=1000`)).status).toBe(200);
      for (const query of [
        'per_page=1001',
        'per_page=0',
        'page=0',
        'sort=nonsense',
        'order=up',
        'nonsense=1',
        'ids=x',
      ]) {
        expect(await send('GET', `${path}?${query}`)).toMatchObject({
          status: 400,
          message: expect.stringMatching(/^(Параметр запроса \w+ |Неизвестный параметр запроса: \w+$)/),
        });
      }
    });

    it('[X10] every sort field works, with empty values first, and reversed when descending', async () => {
      const { targets, send } = await begin();
      const all = await fill(targets);
      for (const sort of ['id', ...collection.sort]) {
        const ascending = itemsIn(await send('GET', `${path}?sort=${sort}&per_page=100`));
        const expected = all.toSorted((a, b) => compare(a[sort], b[sort]) || a.id - b.id);
        expect([sort, ascending.map(({ id }) => id)]).toEqual([sort, expected.map(({ id }) => id)]);
        const descending = itemsIn(await send('GET', `${path}?sort=${sort}&order=desc&per_page=100`));
        expect([sort, descending]).toEqual([sort, ascending.toReversed()]);
      }
    });

    it('[X11] every filter finds exactly the matching records', async () => {
      const { targets, send } = await begin();
      const all = await fill(targets);
      const found = async (query: string, matches: (record: Sample) => boolean) => {
        const answer = await send('GET', `${path}?sort=id&per_page=100&${query}`);
        expect([query, itemsIn(answer)]).toEqual([query, all.filter(matches)]);
        expect(answer.result).toMatchObject({ total: all.filter(matches).length });
      };
      for (const [name, field] of fieldEntries) {
        for (const [query, matches] of [...filtersOf(name, field, targets), ...emptyFilters(name, field)])
          await found(query, matches);
      }
      const some = [all[1]?.id, all[6]?.id];
      await found(`ids=${some[0]}&ids=${some[1]}`, ({ id }) => some.includes(id));
    });

    it('[X29] [X420] [X421] the search finds any part of a text, in any case, and treats % and _ literally', async () => {
      const { targets, send } = await begin();
      const all = await fill(targets);
      for (const word of ['ЁЖ 2', 'еж 2', 'ж 2_', '2_ ЁЖ', 'EЖ', '_%', '%', '2%', '\\', "'"]) {
        const text = (record: Sample) => collection.search.map(name => String(record[name] ?? '')).join('\n');
        const answer = await send('GET', `${path}?sort=id&per_page=100&search=${encodeURIComponent(word)}`);
        expect([word, itemsIn(answer)]).toEqual([word, all.filter(record => matchesQuery(text(record), word))]);
      }
    });
  });
}

/** Kinds whose values are objects, so that a number is invalid for them. */
const objects: ReadonlySet<Kind> = new Set(['attributes', 'sharing']);
