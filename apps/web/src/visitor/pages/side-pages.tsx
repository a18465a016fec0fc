import { ReceiptLinkPage } from './receipt-link-page.tsx'
import { SiteMapPage } from './site-map-page.tsx'
import { StatementPage } from './statement-page.tsx'
import { ValidationPage } from './validation-page.tsx'

/**
 * The pages outside the form, such as the site map. Their code is a separate chunk, so that the form's first page loads
 * without it.
 */
export default { ReceiptLinkPage, SiteMapPage, StatementPage, ValidationPage }
