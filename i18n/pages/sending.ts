import { definePageMessages } from '../definePageMessages.ts';

export const sending = definePageMessages('sending', {
  ru: { title: 'Отправка в кафе' },
  en: { title: 'Sending to cafes' },
});
