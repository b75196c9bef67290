const ENTRIES = 'export const references = {\n';

/**
 * `contract/references.ts` with `count` more entries that look written by hand: distinct names in both languages, an
 * extra field in every fourth.
 * @throws when the text has no place for them
 */
export const withReferences = (text: string, count: number): string => {
  const changed = text.replace(ENTRIES, () => ENTRIES + Array.from({ length: count }, (_, at) => entryOf(at)).join(''));
  if (changed === text) throw new Error(`no "${ENTRIES.trim()}" to add references to`);
  return changed;
};

const entryOf = (at: number): string => {
  const [one = ['', ''], other = ['', '']] = [words[at % words.length], words[(at * 7 + 3) % words.length]];
  const [ru, en] = ([0, 1] as const).map(language => `${one[language]} ${other[language]} ${at}`);
  const field = `fields: { mark_${at}: { field: text({ max: ${at + 8} }), ru: 'Знак ${at}', en: 'Mark ${at}' } },`;
  return `  made_${one[1]}_${at}: { ru: ['${ru}', '${ru} (все)'], en: ['${en}', '${en} (all)'], ${at % 4 === 0 ? field : ''} },\n`;
};

/** Enough words that no two entries look alike. */
const words: readonly (readonly [ru: string, en: string])[] = [
  ['Страна', 'country'],
  ['Поставщик', 'supplier'],
  ['Упаковка', 'packaging'],
  ['Сорт', 'grade'],
  ['Помол', 'grind'],
  ['Обжарка', 'roast'],
  ['Ферма', 'farm'],
  ['Сезон', 'season'],
  ['Материал', 'material'],
  ['Цвет', 'colour'],
  ['Размер', 'size'],
  ['Аллерген', 'allergen'],
  ['Хранение', 'storage'],
  ['Сертификат', 'certificate'],
  ['Линейка', 'line'],
  ['Вкус', 'taste'],
  ['Полка', 'shelf'],
];
