import { checkRequest, type LoginReceipt, type QuestionField, questionOf, type TagView, wireAnswer } from '@sportello/contract'
import { type FormEvent, useCallback, useMemo, useState } from 'react'
import { useWords } from '../../../shared/phrase.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useCustomer } from '../../use-customer.ts'
import { shownOf } from '../wizard/answers.ts'
import { focusField } from '../wizard/focus-field.ts'
import { usePatterns } from '../wizard/patterns.ts'
import { Question } from '../wizard/question.tsx'
import { useAfterPress } from '../wizard/use-after-press.ts'
import { useAccountWords } from './account-words.ts'
import { LoginCard } from './login-card.tsx'
import { TextField } from './text-field.tsx'
import { openSession, useLoginAttempt } from './use-login-attempt.ts'

const NOTHING_KNOWN = {}

/** Returns the fields of a step's token login in the format of mandatory form questions. */
function askedBy(step: TagView): QuestionField[] {
  const properties = step.form_fields.flatMap((field) => (field.type === 'TOKEN_LOGIN' ? field.value.fields : []))
  return properties.map((value, ordering) => ({ type: 'PROPERTY', id: value.property_code, ordering, required: true, value }))
}

/** Login form for a token and the additional fields of its step (visitor specification, section 2, "/token-login"). */
export function TokenLogin({ step }: { step: TagView }) {
  const words = useAccountWords()
  const { issue } = useWords()
  const { busy, fault, tries } = useLoginAttempt('token_fallito')
  const [token, setToken] = useState('')
  const { fields, answers, faults, shown, matches, today, onChange } = useTokenFields(step)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const afterPress = useAfterPress()
  const onLeave = useCallback((code: string) => afterPress(() => setLeft((now) => new Set([...now, code]))), [afterPress])
  const complete = token.trim() !== ''

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!complete || busy) return
    setTried(true)
    const [first] = faults
    if (first) focusField(first.field)
    else void tries<LoginReceipt>({ method: 'POST', parts: [token.trim()], query: { tag: step.code_tag } }, answers, openSession)
  }

  return (
    <LoginCard title={words('token_titolo')} text={words('token_testo')} fault={fault?.message}>
      <form onSubmit={submit} noValidate>
        <TextField label={words('token')} autoComplete="one-time-code" marked maxLength={128} value={token} onChange={setToken} />
        {fields.map((field) => {
          const code = field.value.property_code
          const wrong = faults.find((each) => each.field === code)?.issue
          const told = wrong && (tried || (left.has(code) && wrong.code !== 'campo_richiesto')) ? issue(wrong) : undefined
          return (
            <Question
              key={code}
              field={field}
              shown={shown[code]}
              invalid={told !== undefined}
              message={told}
              lostFiles={undefined}
              today={today}
              matches={matches}
              asRadio={false}
              readOnly={false}
              onChange={onChange}
              onLeave={onLeave}
            />
          )
        })}
        <Button weight="primary" type="submit" className="login-go" disabled={!complete || busy}>
          {words(busy ? 'accesso_in_corso' : 'accedi')}
        </Button>
      </form>
    </LoginCard>
  )
}

/** Manages the fields of a token login. They are validated in the same way as the questions of a form. */
function useTokenFields(step: TagView) {
  const { language } = useWords()
  const { config } = useCustomer()
  const fields = useMemo(() => askedBy(step), [step])
  const asked = useMemo(() => [{ form_fields: fields }], [fields])
  const matches = usePatterns(asked)
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({})
  const onChange = useCallback((code: string, value: unknown) => setTyped((now) => ({ ...now, [code]: value })), [])
  return useMemo(() => {
    const questions = fields.map(questionOf)
    const draft = { shown: typed, files: {}, lostFiles: {}, carried: new Set<string>() }
    const shown = Object.fromEntries(questions.map((question) => [question.property.property_code, shownOf(question, draft, language, NOTHING_KNOWN)]))
    const answers = Object.fromEntries(
      questions.flatMap((question) => {
        const answer = wireAnswer(question, shown[question.property.property_code], language, config.today)
        return answer === undefined ? [] : [[question.property.property_code, answer]]
      }),
    )
    return { fields, shown, answers, faults: checkRequest(questions, answers, {}, { today: config.today, matches }), matches, today: config.today, onChange }
  }, [fields, typed, language, config.today, matches, onChange])
}
