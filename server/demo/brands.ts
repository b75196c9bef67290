/**
 * Invented makers. `level` is how dear their goods are beside the usual price of the kind.
 * «Тёплый угол» is the chain itself (what its cafes cook is sold without a maker's name in it),
 * «Своя полка» what it has made for its shops.
 */
export const brands = [
  { name: 'Тёплый угол', code: 'teply-ugol', level: 1 },
  { name: 'Своя полка', code: 'svoya-polka', level: 0.82 },
  { name: 'Бодрое утро', code: 'bodroe-utro', level: 1 },
  { name: 'Четыре зерна', code: 'chetyre-zerna', level: 1.2 },
  { name: 'Дальний обоз', code: 'dalny-oboz', level: 0.9 },
  { name: 'Обжарка на Липовой', code: 'obzharka-na-lipovoy', level: 1.4 },
  { name: 'Заварница', code: 'zavarnitsa', level: 1 },
  { name: 'Чайная верста', code: 'chaynaya-versta', level: 0.88 },
  { name: 'Тихий лист', code: 'tikhy-list', level: 1.3 },
  { name: 'Луговица', code: 'lugovitsa', level: 1 },
  { name: 'Млечный хутор', code: 'mlechny-khutor', level: 1.15 },
  { name: 'Заречная крынка', code: 'zarechnaya-krynka', level: 0.92 },
  { name: 'Полярный дворик', code: 'polyarny-dvorik', level: 1 },
  { name: 'Лепим вдвоём', code: 'lepim-vdvoyom', level: 1.08 },
  { name: 'Тёплая корка', code: 'tyoplaya-korka', level: 1 },
  { name: 'Мельница Савельева', code: 'melnitsa-savelyeva', level: 1.12 },
  { name: 'Сластёнкин двор', code: 'slastyonkin-dvor', level: 1 },
  { name: 'Ореховая слобода', code: 'orekhovaya-sloboda', level: 1.22 },
  { name: 'Карамельная улица', code: 'karamelnaya-ulitsa', level: 0.9 },
  { name: 'Семь нив', code: 'sem-niv', level: 1 },
  { name: 'Крупинкин', code: 'krupinkin', level: 0.9 },
  { name: 'Маслобойня Егоровых', code: 'masloboynya-egorovykh', level: 1.1 },
  { name: 'Погребок на Озёрной', code: 'pogrebok-na-ozyornoy', level: 1.05 },
  { name: 'Перчинкин', code: 'perchinkin', level: 1 },
  { name: 'Пасека Тихоновых', code: 'paseka-tikhonovykh', level: 1.1 },
  { name: 'Студёнкин ключ', code: 'studyonkin-klyuch', level: 1 },
  { name: 'Ягодная просека', code: 'yagodnaya-proseka', level: 1.1 },
  { name: 'Лимонадный двор', code: 'limonadny-dvor', level: 1 },
  { name: 'Белкина кладовая', code: 'belkina-kladovaya', level: 1.08 },
  { name: 'Хрустёж', code: 'khrustyozh', level: 0.95 },
  { name: 'Сырная заимка', code: 'syrnaya-zaimka', level: 1.1 },
  { name: 'Коптильня на Речной', code: 'koptilnya-na-rechnoy', level: 1.05 },
  { name: 'Невод и парус', code: 'nevod-i-parus', level: 1 },
  { name: 'Чистодворье', code: 'chistodvorye', level: 1 },
  { name: 'Пенная горка', code: 'pennaya-gorka', level: 0.9 },
  { name: 'Мягкий свиток', code: 'myagky-svitok', level: 1 },
  { name: 'Картонный дом', code: 'kartonny-dom', level: 1 },
  { name: 'Глиняный ряд', code: 'glinyany-ryad', level: 1.15 },
] as const satisfies readonly { name: string; code: string; level: number }[];

export type BrandName = (typeof brands)[number]['name'];
/** Goods of these are named without the brand. */
export const CAFE: BrandName = 'Тёплый угол';

/** Units of measure; `code` is the number in the all-Russian classifier (ОКЕИ) where there is one. */
export const units = [
  { name: 'Штука', symbol: 'шт', code: '796' },
  { name: 'Килограмм', symbol: 'кг', code: '166' },
  { name: 'Грамм', symbol: 'г', code: '163' },
  { name: 'Литр', symbol: 'л', code: '112' },
  { name: 'Упаковка', symbol: 'уп', code: '778' },
  { name: 'Набор', symbol: 'наб', code: '704' },
  { name: 'Рулон', symbol: 'рул', code: '736' },
  { name: 'Порция', symbol: 'порц', code: null },
] as const satisfies readonly { name: string; symbol: string; code: string | null }[];

export type UnitSymbol = (typeof units)[number]['symbol'];
