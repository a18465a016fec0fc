import type { Destination } from '@sportello/contract'
import type { Connector, DeliveryKind } from './connector.ts'
import { glpi } from './glpi.ts'
import { jira } from './jira.ts'
import { osticket } from './osticket.ts'
import { redmine } from './redmine.ts'
import { webhook } from './webhook.ts'
import { zammad } from './zammad.ts'

const CONNECTORS: { [K in DeliveryKind]: Connector<K> } = { webhook, zammad, redmine, osticket, jira, glpi }

export type Deliverable = Extract<Destination, { kind: DeliveryKind }>

export const isDeliverable = (destination: Destination): destination is Deliverable => destination.kind in CONNECTORS

/** Returns the connector for a ticket destination, by the destination's kind. */
export function connectorOf({ kind }: Deliverable): Connector<DeliveryKind> {
  // The type cast is safe, because each connector is registered under the kind of destination that it accepts.
  return CONNECTORS[kind] as unknown as Connector<DeliveryKind>
}
