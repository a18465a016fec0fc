import type { IntegrationServices } from '../../catalogue/integrations/services.ts'
import type { AttachmentServices } from '../attachments/services.ts'
import type { VisitCounts } from '../visits/rules.ts'
import type { StoreQueue } from './store-queue.ts'

/** The services for receiving, storing and delivering requests: all services that the process creates. */
export interface RequestServices extends IntegrationServices, AttachmentServices {
  storeQueue: StoreQueue
  visitCounts: VisitCounts
}
