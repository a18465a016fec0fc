/** The deliveries of tickets, and the destinations that they go to. */
export const deliveries = {
  view_deliveries: 'Consegne',
  request_deliveries: 'Consegne dei ticket',
  delivery_destination: 'Destinazione',
  delivery_answer: 'Ultima risposta',
  delivery_next: 'Prossimo tentativo',
  delivery_state_queued: 'In coda',
  delivery_state_delivered: 'Consegnata',
  delivery_state_dead: 'Abbandonata',
  delivery_external: 'Codice presso la destinazione',
  delivery_send_text: 'Alla destinazione arriva di nuovo lo stesso messaggio, con lo stesso codice: chi l’ha già ricevuto lo riconosce.',
  mail_kind_desk: 'Ufficio',
  destinations: 'Destinazioni',
  destination_test: 'Prova',
  destination_test_of: 'Prova della destinazione {1}',
  destination_test_text: 'Invia alla destinazione un evento di prova, subito, e mostra che cosa risponde. Non apre alcun ticket.',
  destination_answered: 'Ha risposto {1} in {2} ms',
  destination_silent: 'Non ha risposto',
  destinations_hint:
    'Come JSON: una destinazione o una lista. I segreti non si rileggono: ometti «secret» o «token» per lasciarli come sono. L’elenco delle richieste c’è sempre.',
  destinations_wrong: 'Non è ancora JSON valido',
}
