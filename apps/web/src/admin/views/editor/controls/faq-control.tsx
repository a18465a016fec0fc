import { useEditorWords } from '../editor-words.tsx'
import type { ControlProps } from './control-props.ts'
import { HtmlControl } from './html-control.tsx'
import { ItemList } from './item-list.tsx'
import { TextControl } from './text-control.tsx'

interface Entry {
  question: string
  answer: string
}

/** Editor control for a list of frequently asked questions. Each question has an answer in rich text. */
export function FaqControl({ id, path, label, readOnly }: ControlProps) {
  const t = useEditorWords()
  return (
    <ItemList<Entry>
      {...{ id, path, label, readOnly }}
      addLabel={t('questions_add')}
      nameOf={({ question }) => question}
      create={() => ({ question: '', answer: '' })}
      fromRow={([question = '', answer = '']) => ({ question: question.trim(), answer: textAsHtml(answer.trim()) })}
      whenEmpty={[]}
    >
      <TextControl id={id} path={['question']} label={t('column_question')} required readOnly={readOnly} />
      <HtmlControl id={id} path={['answer']} label={t('column_answer')} readOnly={readOnly} />
    </ItemList>
  )
}

const textAsHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
