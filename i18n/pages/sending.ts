import { texts } from '../texts.ts';

export const sending = texts('sending', {
  ru: { title: 'Отправка в кафе' },
  en: { title: 'Sending to cafes' },
});
