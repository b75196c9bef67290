import { describe, expectTypeOf, it } from 'vitest';
import { definePageMessages } from '#i18n/definePageMessages.ts';
import { en } from '#i18n/en.ts';
import type { AllLabels, KeyOf, Labels, Translation } from '#i18n/messages.ts';
import { ru } from '#i18n/ru.ts';
import { buildTranslator, type MessageKey } from '#i18n/translate.ts';

// Read by the type checker, never run: each marked line must not compile.

describe('What the catalogues refuse at compile time', () => {
  it('[H13] a key that no catalogue holds does not compile', () => {
    const t = buildTranslator('ru', ru);
    t('errors.server');
    'resources.nomenclature.fields.barcode' satisfies MessageKey;
    // @ts-expect-error no such key
    t('errors.servers');
    // @ts-expect-error a section is not a message
    t('errors');
    // @ts-expect-error no such field
    'resources.nomenclature.fields.colour' satisfies MessageKey;
  });

  it('[F15][H13] a translation with a missing or an added key does not compile', () => {
    const { errors, ...others } = en;
    // @ts-expect-error a section is missing
    others satisfies Translation<typeof ru>;
    const { server: _, ...shorter } = errors;
    // @ts-expect-error a key is missing
    ({ ...others, errors: shorter }) satisfies Translation<typeof ru>;
    // @ts-expect-error a key that the Russian catalogue does not have
    ({ ...errors, extra: '' }) satisfies Translation<typeof ru.errors>;
    // Not toEqualTypeOf: over two unions of a thousand keys it takes the compiler longer than the whole project does.
    expectTypeOf<Exclude<KeyOf<typeof en>, MessageKey>>().toBeNever();
    expectTypeOf<Exclude<MessageKey, KeyOf<typeof en>>>().toBeNever();
  });

  it('[H13] every resource has labels, and every field and word of it', () => {
    const { barcode: _, ...fields } = ru.resources.nomenclature.fields;
    // @ts-expect-error a product without a label for its barcode
    ({ ...ru.resources.nomenclature, fields }) satisfies Labels<'nomenclature'>;
    const { catalog: __, ...fewer } = ru.resources;
    // @ts-expect-error a resource without labels
    fewer satisfies AllLabels;
    const { words: ___, ...wordless } = ru.resources['settings/cafe'];
    // @ts-expect-error a choice whose words are no shared ones
    wordless satisfies Labels<'settings/cafe'>;
    const { denied: ____, ...open } = ru.resources.users;
    // @ts-expect-error a section says who may not open it
    open satisfies Labels<'users'>;
  });

  it('[H13] a page has a title in both languages, and as a section of its own a notice', () => {
    definePageMessages('import', { ru: { title: '' }, en: { title: '' } });
    // @ts-expect-error no notice
    definePageMessages('history', { ru: { title: '' }, en: { title: '' } });
    // @ts-expect-error no English title
    definePageMessages('history', { ru: { title: '', denied: '' }, en: { denied: '' } });
    // @ts-expect-error no such page
    definePageMessages('histories', { ru: { title: '', denied: '' }, en: { title: '', denied: '' } });
  });
});
