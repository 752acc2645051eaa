// Every page has what it has a place for.

theme();
language();
copying();
searching();
models();
calculator();
