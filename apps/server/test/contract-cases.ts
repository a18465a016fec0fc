import type { DestinationOf } from '@sportello/contract'
import type { DeliveryKind } from '../src/delivery/destinations/connector.ts'

export type RecordedKind = Exclude<DeliveryKind, 'webhook' | 'zammad'>

/** Settings of a destination of each kind of ticket system, as its recorded exchanges were made with. */
export const RECORDED_SETTINGS: { [K in RecordedKind]: DestinationOf<K> } = {
  redmine: {
    kind: 'redmine',
    name: 'redmine',
    url: '',
    token: 'an-api-key',
    project: 'public-works',
    tracker: 3,
    fields: { priority_id: '3', cf_1: '{{ street }}' },
  },
  osticket: {
    kind: 'osticket',
    name: 'osticket',
    url: '',
    token: 'an-api-key',
    topic: 2,
    customer: 'nobody@example.org',
    title: '{{ street }}',
    fields: { phone: '0612345678' },
  },
  jira: {
    kind: 'jira',
    name: 'jira',
    url: '',
    token: 'an-api-key',
    account: 'desk@example.org',
    service_desk: 7,
    request_type: '25',
    fields: { customfield_10010: '{{ street }}' },
  },
  glpi: { kind: 'glpi', name: 'glpi', url: '', token: 'an-api-key', app_token: 'an-app-token', fields: { entities_id: '3' } },
}

/** Settings with which the ticket system rejects the recorded ticket. Empty if it rejects the visitor instead. */
export const REJECTED_SETTINGS: { [K in RecordedKind]: Partial<DestinationOf<K>> } = {
  redmine: { project: 'nothing' },
  osticket: {},
  jira: { request_type: 26 },
  glpi: { fields: { entities_id: '99' } },
}
