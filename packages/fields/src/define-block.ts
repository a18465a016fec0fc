/** The part of an information block that server and browser share. */
export interface BlockDefinition<Value> {
  /** Returns the value of an information block with every HTML property passed through `clean`. Only this function knows which properties hold HTML. */
  mapHtml: (value: Value, clean: (html: string) => string) => Value
}
