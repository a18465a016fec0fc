import css from '../../styles/answering.css?inline'

/** The styles of questions, for pages that the server rendered without them. */
export default css
