import type { Editor } from '@tiptap/core'
import { type ReactNode, useEffect, useId, useReducer, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Toolbar } from 'react-aria-components/Toolbar'
import { Button as PlainButton } from '../../../../shared/ui/button.tsx'
import { useEditorWords } from '../editor-words.tsx'

interface RichToolsProps {
  editor: Editor
  label: string
  variables: readonly { expression: string; label: string }[] | undefined
}

/** Renders the component again after each change of the rich text or of the selection. */
function useTransactions(editor: Editor): void {
  const [, again] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    editor.on('transaction', again)
    return () => {
      editor.off('transaction', again)
    }
  }, [editor])
}

/**
 * Toolbar of the rich-text editor. The Tab key treats the toolbar as a single stop; the arrow keys move between its
 * buttons.
 */
export function RichTools({ editor, label, variables }: RichToolsProps) {
  const t = useEditorWords()
  useTransactions(editor)
  const [isLinking, setIsLinking] = useState(false)
  const run = () => editor.chain().focus()
  const tools = [
    { name: 'bold', icon: <b>B</b>, isOn: editor.isActive('bold'), act: () => run().toggleBold().run() },
    { name: 'italic', icon: <i>I</i>, isOn: editor.isActive('italic'), act: () => run().toggleItalic().run() },
    { name: 'heading', icon: 'H', isOn: editor.isActive('heading'), act: () => run().toggleHeading({ level: 3 }).run() },
    {
      name: 'bullets',
      icon: <Glyph path="M3 4h.01M3 8h.01M3 12h.01M6 4h7M6 8h7M6 12h7" />,
      isOn: editor.isActive('bulletList'),
      act: () => run().toggleBulletList().run(),
    },
    {
      name: 'numbers',
      icon: <Glyph path="M2.5 3.5h1V6M6.5 4.5H13M6.5 11.5H13M2.5 10h1.5l-1.5 3H4" />,
      isOn: editor.isActive('orderedList'),
      act: () => run().toggleOrderedList().run(),
    },
    {
      name: 'quote',
      icon: <Glyph path="M3 3v10M6.5 5H13M6.5 8H13M6.5 11H11" />,
      isOn: editor.isActive('blockquote'),
      act: () => run().toggleBlockquote().run(),
    },
    {
      name: 'link',
      icon: <Glyph path="M7 9.5 9.5 7M6.5 5 8 3.5a2.8 2.8 0 0 1 4 4L10.5 9M9.5 11 8 12.5a2.8 2.8 0 0 1-4-4L5.5 7" />,
      isOn: editor.isActive('link'),
      act: () => setIsLinking(!isLinking),
    },
  ] as const satisfies readonly { name: string; icon: ReactNode; isOn: boolean; act: () => void }[]
  return (
    <>
      <Toolbar aria-label={label} className="rich-tools">
        {tools.map(({ name, icon, isOn, act }) => (
          <ToggleButton key={name} className="rich-tool" aria-label={t(`rich_${name}`)} isSelected={isOn} onChange={act}>
            {icon}
          </ToggleButton>
        ))}
        <Button className="rich-tool" aria-label={t('rich_plain')} onPress={() => run().unsetAllMarks().clearNodes().run()}>
          <Glyph path="M4 3h8M8 3v7M3 13l10-10" />
        </Button>
        {variables && (
          <select
            className="control rich-variables"
            aria-label={t('rich_variable')}
            value=""
            onChange={({ target }) =>
              run()
                .insertContent({ type: 'variable', attrs: { expression: target.value } })
                .run()
            }
          >
            <option value="">{t('rich_variable')}…</option>
            {variables.map((each) => (
              <option key={each.expression} value={each.expression}>
                {each.label}
              </option>
            ))}
          </select>
        )}
      </Toolbar>
      {isLinking && <LinkBox editor={editor} onClose={() => setIsLinking(false)} />}
    </>
  )
}

function Glyph({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** Input row in which the author types the URL of a link for the selected text. */
function LinkBox({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useEditorWords()
  const inputId = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''))
  const isValid = /^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(address)
  function apply(): void {
    if (!isValid) return
    const chain = editor.chain().focus().extendMarkRange('link')
    // If no text is selected, the URL itself is inserted as the text of the link.
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
    else chain.setLink({ href: address })
    chain.run()
    onClose()
  }
  function remove(): void {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  return (
    <div className="rich-link">
      <label htmlFor={inputId}>{t('rich_address')}</label>
      <input
        id={inputId}
        className="control"
        autoComplete="off"
        ref={input}
        placeholder="https://"
        value={address}
        aria-invalid={address !== '' && !isValid}
        onChange={({ target }) => setAddress(target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <PlainButton onClick={apply} disabled={!isValid}>
        {t('rich_apply')}
      </PlainButton>
      {editor.isActive('link') && <PlainButton onClick={remove}>{t('rich_unlink')}</PlainButton>}
    </div>
  )
}
