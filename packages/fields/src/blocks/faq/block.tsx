import type { BlockComponent } from '../../define-block-part.ts'
import { TenantHtml } from '../../tenant-html.tsx'

export const FaqBlock: BlockComponent<'FAQ'> = ({ value, title }) => (
  <div className="faq">
    {title && <h3>{title}</h3>}
    {value.map((entry, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a published form do not move, and two may ask the same
      <details key={at}>
        <summary>{entry.question}</summary>
        <TenantHtml className="rich-text" html={entry.answer} />
      </details>
    ))}
  </div>
)
