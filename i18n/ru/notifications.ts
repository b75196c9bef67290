/** Notification texts, built from the kind of a notification and its data. */
export const notifications = {
  title: 'Уведомления',
  bell: 'Уведомления, непрочитанных: %{unread}',
  unread: 'Не прочитано:',
  readOne: 'Отметить прочитанным',
  readAll: 'Прочитать все',
  more: 'Показать ещё',
  none: 'Пока ничего не произошло',
  noneHint:
    'Здесь появится, чем закончились импорт, отправка в кафе и синхронизация, к чему вам открыли доступ и кто изменил запись, которая у вас открыта.',
  kind: {
    import_finished: 'Импорт «%{file}» завершён',
    import_failed: 'Импорт «%{file}» прерван ошибкой',
    import_canceled: 'Импорт «%{file}» отменён',
    synchronization_finished: 'Синхронизация завершена',
    synchronization_failed: 'Синхронизация прервана ошибкой',
    synchronization_canceled: 'Синхронизация отменена',
    sending_finished: 'Отправка медиа завершена',
    sending_failed: 'Отправка медиа прервана сбоем',
    sending_canceled: 'Отправка медиа отменена',
    role_given: 'Ваша роль теперь: %{role}',
    permissions_given:
      'Вам добавили %{smart_count} право |||| Вам добавили %{smart_count} права |||| Вам добавили %{smart_count} прав',
    record_changed: '%{resource} «%{name}»: запись изменили, а ваши правки в ней ещё не сохранены',
    record_shared: '%{resource} «%{name}»: вам открыт доступ',
  },
  details: {
    import: 'новых %{new}, изменено %{changed}, с ошибками %{faulty}',
    synchronization: 'опубликовано записей: %{published}, с ошибками: %{faulty}',
    sending: 'файлов: %{sent}',
    sendingFailed: 'файлов: %{sent}, не всё получили: %{failed}',
    view: 'можно смотреть',
    edit: 'можно изменять',
  },
} as const;
