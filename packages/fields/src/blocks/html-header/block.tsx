import type { BlockComponent } from '../../define-block-part.ts'
import { TenantHtml } from '../../tenant-html.tsx'

export const HtmlHeaderBlock: BlockComponent<'HTML_HEADER'> = ({ value }) => <TenantHtml className="rich-text" html={value} />
