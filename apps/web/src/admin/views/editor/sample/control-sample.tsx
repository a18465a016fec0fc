import { type DraftNode, type Hold, initialAnswer, type QuestionField } from '@sportello/contract'
import { FieldServicesContext, inputParts } from '@sportello/fields/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useNodePart } from '../use-draft.ts'
import css from './sample.css?inline'

const styles = new CSSStyleSheet()
styles.replaceSync(css)

/** Stand-ins for functions that the visitor's page passes to controls. A sample control never calls a data source. */
const NO_SERVICES = { lookUp: () => Promise.resolve([]), answerTo: () => undefined, labelOf: (code: string) => code, known: {} }
const NOTHING = () => {}

type Property = QuestionField['value']
const settingsOf = (node: DraftNode | undefined) => (node?.content.value as Property | undefined)?.default_value

/**
 * Shows how visitors will see the control of a question. The sample uses the question's settings and the dashboard's
 * language, but does not react to input. It is in a shadow root, because the dashboard's styles use the same class
 * names.
 */
export function ControlSample({ id }: { id: string }) {
  const settings = useNodePart(id, settingsOf)
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  if (!settings) return null
  return (
    <div
      inert
      className="control-sample"
      ref={(host) => {
        if (!host) return
        const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
        shadow.adoptedStyleSheets = [styles]
        setRoot(shadow)
      }}
    >
      {root && createPortal(<Control id={id} settings={settings} />, root)}
    </div>
  )
}

function Control({ id, settings }: { id: string; settings: Property['default_value'] }) {
  const property = { property_code: '', property_description: '', default_value: settings }
  const Part = inputParts[settings.input_type]
  return (
    <FieldServicesContext value={NO_SERVICES}>
      <Part
        id={`sample-${id}`}
        value={initialAnswer({ property } as Hold, {})}
        onChange={NOTHING}
        onLeave={NOTHING}
        settings={settings}
        label=""
        required={false}
        readOnly={false}
        invalid={false}
        describedBy={undefined}
        errorId={undefined}
        today={new Date().toISOString().slice(0, 10)}
        kept={(answer) => answer}
        matches={() => true}
        asRadio={false}
      />
    </FieldServicesContext>
  )
}
