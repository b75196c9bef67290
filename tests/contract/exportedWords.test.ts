import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { listFieldsOfKind } from '#contract/fields.ts';
import { API_BASE } from '#contract/limits.ts';
import { getCollection, resourceNames } from '#contract/records.ts';
import { en } from '#i18n/en.ts';
import { getOptionLabel } from '#i18n/getOptionLabel.ts';
import { locales } from '#i18n/messages.ts';
import { ru } from '#i18n/ru.ts';
import { getFieldLabel } from '#server/table/labels.ts';
import { runInLanguage } from '#server/translate.ts';
import { runFile } from '#tests/support/importing.ts';
import { makeTargets, sampleBody } from '#tests/support/samples.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { csvOf } from '#tests/support/tables.ts';

/** Texts by key, as the screens have them. */
const flat = (tree: object, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, within]: [string, unknown]) =>
    typeof within === 'object' && within ? flat(within, `${path}${name}.`) : [[`${path}${name}`, String(within)]],
  );
const screens = { ru: new Map(flat(ru)), en: new Map(flat(en)) };

const words = resourceNames.flatMap(resource => {
  const { fields, path } = getCollection(resource);
  const found = [...listFieldsOfKind(fields, 'status'), ...listFieldsOfKind(fields, 'choice')];
  return found.map(([name, { values }]) => ({ resource, path, name, values }));
});

describeOnEmbedded('Statuses and choices in tables', server => {
  it.each(words)('[H642] $name of $resource is exported as on the screen, in both languages', async word => {
    const { resource, path, name, values } = word;
    const collection = getCollection(resource);
    const send = await server().as('admin');
    const targets = await makeTargets(server(), collection);
    const isReadOnly = collection.fields[name]?.readOnly === true;
    for (const [at, value] of values.entries())
      await send('POST', path, { ...sampleBody(collection, at, targets), ...(!isReadOnly && { [name]: value }) });
    const { access } = await server().signIn('admin');
    for (const locale of locales) {
      const response = await server().app.request(`${API_BASE}${path}/export?format=csv`, {
        headers: { Authorization: `Bearer ${access}`, 'Accept-Language': locale },
      });
      const [heads = [], ...rows] = parse(await response.text(), { delimiter: ';', bom: true }) as string[][];
      const at = heads.indexOf(runInLanguage(locale, () => getFieldLabel(resource, name)));
      const exported = new Set(rows.map(row => row[at]));
      const shown = values.map(value =>
        getOptionLabel((key, fallback) => screens[locale].get(key) ?? fallback, resource, value),
      );
      expect(exported.size).toBeGreaterThan(0);
      expect(shown).toEqual(expect.arrayContaining([...exported]));
      if (resource === 'matrices' || resource === 'catalog')
        expect(exported).toContain({ ru: 'Активна', en: 'Active' }[locale]);
    }
  });

  it('[H642] an import reads the form of any resource, in either language', async () => {
    const forms = ['Активен', 'активна', 'Active', 'active'];
    const file = csvOf([['Артикул', 'Название', 'Статус'], ...forms.map((form, at) => [`A-${at}`, `Сок ${at}`, form])]);
    expect(await runFile(server(), file)).toMatchObject({ counts: { new: forms.length, faulty: 0 } });
  });
});
