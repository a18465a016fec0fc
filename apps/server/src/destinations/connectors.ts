import type { Destination } from '@sportello/contract'
import type { Connector, DeliveryKind } from './connector.ts'
import { webhook } from './webhook.ts'
import { zammad } from './zammad.ts'

const CONNECTORS: { [K in DeliveryKind]: Connector<K> } = { webhook, zammad }

export type Deliverable = Extract<Destination, { kind: DeliveryKind }>

export const isDeliverable = (destination: Destination): destination is Deliverable => destination.kind in CONNECTORS

/** The connector of a destination. */
export function connectorOf({ kind }: Deliverable): Connector<DeliveryKind> {
  // A connector takes destinations of its own kind, and is found by it.
  return CONNECTORS[kind] as unknown as Connector<DeliveryKind>
}
