/** Texts that pages of long work share. */
export const runs = {
  progress: 'Выполнено',
  log: 'Журнал',
  logEmpty: 'Строк пока нет',
  searchLog: 'Найти в журнале',
  logNone: 'Таких строк нет',
  onlyFaults: 'Только замечания',
  level: { info: 'Сообщение', warning: 'Предупреждение', error: 'Ошибка' },
  startedAt: 'Начало',
  state: 'Состояние',
  who: 'Кто',
  more: 'Показать ещё',
} as const;
