import type { BlockComponent } from '../../define-block-part.ts'
import { TenantHtml } from '../../tenant-html.tsx'

export const FaqBlock: BlockComponent<'FAQ'> = ({ value, title }) => (
  <div className="faq">
    {title && <h3>{title}</h3>}
    {value.map((entry) => (
      <details key={entry.question}>
        <summary>{entry.question}</summary>
        <TenantHtml className="rich-text" html={entry.answer} />
      </details>
    ))}
  </div>
)
