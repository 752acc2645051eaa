// Every page has what it has a place for.

theme();
neighbours();
language();
copying();
searching();
models();
calculator();
