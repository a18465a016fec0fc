import type { BlockComponent } from '../../define-block-part.ts'
import { linkAddress } from './definition.ts'

export const HtmlHeaderButtonBlock: BlockComponent<'HTML_HEADER_BUTTON'> = ({ value }) => {
  const href = linkAddress(value.url)
  if (href === undefined) return null
  return (
    <a className="button" href={href} rel="noopener noreferrer">
      {value.title}
    </a>
  )
}
