import { useEffect, useState } from 'react'
import { Loading, lazyPart } from '../../../ui/lazy-part.tsx'
import { useEditorWords } from '../editor-words.tsx'
import { useDraft } from '../use-draft.ts'
import { variablesOf } from '../variables.ts'
import type { ControlProps } from './control-props.ts'
import { TextControl } from './text-control.tsx'
import { useProperty, useReadOnly } from './use-property.ts'

const RichTextView = lazyPart(() => import('../rich-text/rich-text-view.tsx'), { fallback: <Loading /> })

interface HtmlControlProps extends ControlProps {
  /** True if the HTML is a template that can insert the visitor's answers. */
  isTemplate?: boolean
}

/**
 * Editor control for an author's HTML. It shows a rich-text editor, or the HTML source if the author prefers it or if
 * the rich-text editor could not be loaded. HTML with elements that the rich-text editor does not support, such as
 * tables, is always edited as source, so that no element is lost.
 */
export function HtmlControl({ id, path, label, readOnly: isLocked, isTemplate = false }: HtmlControlProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const { value, set } = useProperty(id, path)
  const readOnly = useReadOnly(id, path, isLocked)
  const html = typeof value === 'string' ? value : ''
  const [mode, setMode] = useState<'rich' | 'source'>()
  const [isRich, setIsRich] = useState<boolean | 'not loaded'>()
  // Checks HTML from elsewhere: can the rich-text editor show it? HTML that the rich-text editor has written itself
  // needs no check.
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    if (html === asked) return
    let isCurrent = true
    import('../rich-text/rich-html.ts').then(
      ({ isRepresentable }) => {
        if (!isCurrent) return
        setIsRich(isRepresentable(html))
        setAsked(html)
      },
      () => isCurrent && setIsRich('not loaded'),
    )
    return () => {
      isCurrent = false
    }
  }, [asked, html])
  if (isRich === undefined) return <Loading />
  const shown = isRich === true ? (mode ?? 'rich') : 'source'
  return (
    <div className="field">
      {shown === 'rich' ? (
        <>
          <span className="field-label" aria-hidden="true">
            {label}
          </span>
          <RichTextView
            label={label}
            value={html}
            readOnly={readOnly}
            variables={isTemplate ? variablesOf(draft.tree, id, t) : undefined}
            onChange={(next) => {
              setAsked(next)
              set(next, { typing: true })
            }}
            onSettle={() => draft.settle()}
          />
        </>
      ) : (
        <TextControl
          id={id}
          path={path}
          label={`${label} (HTML)`}
          hint={isRich === false ? t('rich_source_only') : undefined}
          required
          multiline
          readOnly={readOnly}
        />
      )}
      {isRich === true && (
        <button type="button" className="link-button" onClick={() => setMode(shown === 'rich' ? 'source' : 'rich')}>
          {t(shown === 'rich' ? 'rich_to_source' : 'rich_to_rich')}
        </button>
      )}
    </div>
  )
}
