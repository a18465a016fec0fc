import type { IntegrationServices } from '../../catalogue/integrations/services.ts'
import type { AttachmentServices } from '../attachments/services.ts'

/** The services that the life of a request needs; the process creates exactly these, so they are also all services that there are. */
export interface RequestServices extends IntegrationServices, AttachmentServices {}
