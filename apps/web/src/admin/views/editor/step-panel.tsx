import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import { StepComments } from '../comments/step-comments.tsx'
import { duplicate, type Edit } from './branch-copy.ts'
import { type BranchActions, BranchMenu } from './branch-menu.tsx'
import { CardActions } from './card-actions.tsx'
import { TextControl } from './controls/text-control.tsx'
import { TitleControl } from './controls/title-control.tsx'
import { useCardDrag } from './drag/use-card-drag.tsx'
import { useEditorWords } from './editor-words.tsx'
import { FieldCard } from './field-card.tsx'
import { addField, addStep, type FieldKind } from './node-edits.ts'
import { Palette } from './palette.tsx'
import { useChildren, useDraft, useSettledTitle } from './use-draft.ts'
import { useShortcut } from './use-shortcut.ts'

interface StepPanelProps {
  id: string
  /** Id of the selected field or, if no field is selected, of the open step. */
  selected: string
  readOnly: boolean
  onSelect: (id: string) => void
  onRemove: (id: string) => void
  actions: BranchActions
}

/**
 * The open step in the editor. It shows the step's title, description, questions, texts and options. Each option leads
 * the
 * visitor to a child step.
 */
export function StepPanel({ id, selected, readOnly, onSelect, onRemove, actions }: StepPanelProps) {
  const t = useEditorWords()
  const draft = useDraft()
  const fields = useChildren(id, 'field')
  const steps = useChildren(id, 'step')
  /**
   * Position of the field that the author is adding with the palette: after the selected field, or last. Null while the
   * palette is closed.
   */
  const [adding, setAdding] = useState<'after' | 'last' | null>(null)
  useShortcut('/', () => setAdding(readOnly ? null : 'after'))
  function add({ id: added, operations }: Edit, select = true): void {
    draft.edit(operations)
    if (select) onSelect(added)
    // Moves the focus to the text of the new card, so that the author can type at once. The title is selected, so that
    // typing replaces it.
    requestAnimationFrame(() => {
      const text = document.querySelector<HTMLElement>(`[data-node="${added}"] .in-place`)
      text?.focus()
      if (text instanceof HTMLInputElement || text instanceof HTMLTextAreaElement) text.select()
    })
  }
  return (
    <section className="editor-step" aria-label={t('editor_step')}>
      {/* Selects the step when the focus enters one of these controls, like a field's card. */}
      <div className="editor-step-head" data-node={id} onFocusCapture={() => selected !== id && onSelect(id)}>
        {!readOnly && <BranchMenu id={id} name={t('editor_step')} actions={actions} canPaste />}
        <TitleControl id={id} path={['tag_description']} label={t('editor_title')} readOnly={readOnly} className="in-place editor-step-title" />
        <TextControl id={id} path={['description']} label={t('editor_description')} multiline readOnly={readOnly} />
      </div>
      <h3>{t('editor_fields')}</h3>
      {fields.length === 0 && <p className="hint">{t('editor_no_fields')}</p>}
      <ol className="editor-cards">
        {fields.map((field) => (
          <FieldCard
            key={field.id}
            id={field.id}
            selected={field.id === selected}
            readOnly={readOnly}
            onSelect={() => onSelect(field.id)}
            onDuplicate={() => add(duplicate(draft.tree, field.id))}
            onRemove={() => onRemove(field.id)}
            actions={actions}
            onAddBelow={() => {
              onSelect(field.id)
              setAdding('after')
            }}
          />
        ))}
      </ol>
      {!readOnly && <Button onClick={() => setAdding('last')}>{t('editor_add_field')}</Button>}
      <h3>{t('editor_options')}</h3>
      {steps.length === 0 && <p className="hint">{t('editor_no_options')}</p>}
      <ol className="editor-cards">
        {steps.map((step) => (
          <OptionCard
            key={step.id}
            id={step.id}
            readOnly={readOnly}
            onOpen={() => onSelect(step.id)}
            onDuplicate={() => add(duplicate(draft.tree, step.id), false)}
            onNext={() => add(addStep(draft.tree, id, '', step.id), false)}
            onLines={(titles) => {
              // Adds the options in reverse order, because each one is inserted directly after the same option.
              for (const title of titles.toReversed()) add(addStep(draft.tree, id, title, step.id), false)
            }}
            onRemove={() => onRemove(step.id)}
            actions={actions}
          />
        ))}
      </ol>
      {!readOnly && <Button onClick={() => add(addStep(draft.tree, id), false)}>{t('editor_add_option')}</Button>}
      {!readOnly && steps.length > 0 && <p className="hint">{t('editor_options_hint')}</p>}
      <StepComments id={id} />
      {adding && (
        <Palette
          onClose={() => setAdding(null)}
          onChoose={(kind: FieldKind) => {
            setAdding(null)
            const after = adding === 'last' || selected === id ? undefined : selected
            add(addField(draft.tree, id, kind, after))
          }}
        />
      )}
    </section>
  )
}

/** Splits a pasted text into lines, without list marks, indentation and empty lines. Returns at most 100 lines. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/^[\s•*–-]+/, '').trim())
    .filter((line) => line !== '')
    .slice(0, 100)

interface OptionCardProps {
  id: string
  readOnly: boolean
  onOpen: () => void
  /** Adds an option after this option. */
  onNext: () => void
  /** Adds an option for each of the given titles after this option. */
  onLines: (titles: readonly string[]) => void
  onDuplicate: () => void
  onRemove: () => void
  actions: BranchActions
}

/**
 * Card of an option, which leads to a child step. The author edits the title of the child step directly on the card.
 */
function OptionCard({ id, readOnly, onOpen, onNext, onLines, onDuplicate, onRemove, actions }: OptionCardProps) {
  const t = useEditorWords()
  const title = useSettledTitle(id) || t('editor_untitled')
  const { ref, cardProps, isDropTarget, handle } = useCardDrag(id, 'step', title, readOnly)
  return (
    <li {...cardProps} ref={ref} className="editor-card" data-node={id} data-drop-target={isDropTarget || undefined}>
      {handle}
      <div className="editor-card-body">
        <TitleControl
          id={id}
          path={['tag_description']}
          label={t('editor_title')}
          hideLabel
          readOnly={readOnly}
          placeholder={t('editor_title')}
          className="in-place"
          onKeyDown={(event) => {
            // Enter adds the next option, so that the author can type several options one after the other, as in a
            // list.
            if (event.key !== 'Enter' || readOnly || event.nativeEvent.isComposing) return
            event.preventDefault()
            onNext()
          }}
          onPaste={(event) => {
            const lines = linesOf(event.clipboardData.getData('text/plain'))
            // The first pasted line goes into this option, like an ordinary paste.
            if (readOnly || lines.length < 2) return
            event.preventDefault()
            // Inserts the text at the caret as if it were typed: it replaces the selected text, and the browser can
            // undo it.
            document.execCommand('insertText', false, lines[0])
            onLines(lines.slice(1))
          }}
        />
      </div>
      <div className="editor-card-actions">
        <Button onClick={onOpen} aria-label={`${t('editor_open')}: ${title}`}>
          {t('editor_open')}
        </Button>
        {!readOnly && <CardActions id={id} name={title} onDuplicate={onDuplicate} onRemove={onRemove} actions={actions} />}
      </div>
    </li>
  )
}
