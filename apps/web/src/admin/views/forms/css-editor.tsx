import type { CssFault } from '@sportello/contract'
import { useId, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useWords } from '../../words.tsx'

// The CSS editor is loaded separately, because the CodeMirror library is larger than all other code of the view.
const CssEditorView = lazyPart(() => import('./css-editor-view.tsx'), {
  fallback: <div className="css-editor" aria-busy="true" />,
})

interface CssEditorProps {
  label: string
  name: string
  value: string
  onChange: (css: string) => void
}

/** Maximum number of CSS errors that the editor lists. */
const MAX_TOLD = 20

/** Editor for a customer's own CSS. It highlights the parts that the server would remove. */
export function CssEditor({ label, name, value, onChange }: CssEditorProps) {
  const { t } = useWords()
  const id = useId()
  const [found, setFound] = useState<{ css: string; faults: readonly CssFault[] }>({ css: '', faults: [] })
  const { css, faults } = found
  const line = ({ from }: CssFault) => String(css.slice(0, from).split('\n').length)

  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <CssEditorView
        label={label}
        name={name}
        describedBy={`${id}-faults`}
        value={value}
        onChange={onChange}
        onChecked={(checked, told) => setFound({ css: checked, faults: told })}
        words={(fault) => t(`css_${fault.reason}`)}
      />
      <div id={`${id}-faults`} aria-live="polite">
        <p className="hint">{t('css_hint')}</p>
        {faults.length > 0 && (
          <ul className="css-faults">
            {faults.slice(0, MAX_TOLD).map((fault) => (
              <li key={`${fault.from}-${fault.reason}`}>
                {t('css_line', line(fault))} {t(`css_${fault.reason}`)} <code>{css.slice(fault.from, Math.min(fault.to, fault.from + 60))}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
