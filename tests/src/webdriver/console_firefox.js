// The body of a function of Firefox itself: what came to the console since the last time, in chromedriver's words.

const done = arguments[arguments.length - 1];

// What is said of a load through a worker that leaving the page has ended. Where the worker itself fails, or answers what is no
// answer, the words are others.
const isLeft = /A ServiceWorker intercepted the request and encountered an unexpected error/;

// Exceptions, and what the browser has to say against the page; what it says of itself comes from other addresses.
const exceptions = Services.console
  .getMessageArray()
  .filter((entry) => entry instanceof Ci.nsIScriptError && entry.sourceName.startsWith('http'))
  .filter((entry) => !isLeft.test(entry.errorMessage))
  .map((entry) => ({
    level: entry.flags & Ci.nsIScriptError.warningFlag ? 'WARNING' : 'SEVERE',
    message: `${entry.sourceName} ${entry.lineNumber}:${entry.columnNumber} ${entry.errorMessage}`,
  }));
Services.console.reset();

// The calls of `console` are kept where the page runs, which is another process.
const readCalls = `{
  const calls = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage);
  const levels = { error: 'SEVERE', assert: 'SEVERE', warn: 'WARNING', debug: 'DEBUG' };
  sendAsyncMessage('atlas:console', calls.getEvents().map((call) => ({
    level: levels[call.level] ?? 'INFO',
    message: [call.filename, ...call.arguments.map(String)].join(' '),
  })));
  calls.clearEvents();
}`;
const { messageManager } = gBrowser.selectedBrowser;
messageManager.addMessageListener('atlas:console', function listen({ data }) {
  messageManager.removeMessageListener('atlas:console', listen);
  done([...exceptions, ...data]);
});
messageManager.loadFrameScript(`data:,${encodeURIComponent(readCalls)}`, false);
